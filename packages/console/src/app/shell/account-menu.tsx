import { useNavigate } from '@tanstack/react-router';
import { useChooseLanguage } from '../../frame/language.js';
import { setTheme, useTheme } from '../../frame/theme.js';
import { useLocale } from '../../messages/locale.js';
import { useMe } from '../../session/session.js';
import { Menu } from '../../ui/menu/menu.js';
import { Avatar } from '../../ui/people/avatar.js';
import { messages } from '../messages/index.gen.js';
import { openKeys } from './keys-dialog.js';
import { Unread } from './later.js';
import styles from './rail.module.css';
import { useSignOut } from './sign-out.js';

/** Who is signed in: account, scheme, language, keys, sign out. */
export function AccountMenu({ isBottom = false }: { isBottom?: boolean }) {
  const m = messages.use();
  const { user } = useMe();
  const navigate = useNavigate();
  const theme = useTheme();
  const locale = useLocale();
  const chooseLanguage = useChooseLanguage();
  const signOut = useSignOut();
  const entries = [
    { kind: 'heading' as const, id: 'who', label: user.name, detail: user.email },
    ...(isBottom
      ? [{ id: 'notifications', label: m.notifications, run: () => void navigate({ to: '/notifications' }) }]
      : []),
    { id: 'account', label: m.account, run: () => void navigate({ to: '/account' }) },
    ...(isBottom ? [] : [{ id: 'keys', label: m.keys, shortcut: '?', run: openKeys }]),
    { kind: 'heading' as const, id: 'scheme', label: m.scheme },
    { id: 'system', label: m.schemeSystem, isChosen: theme === 'system', run: () => setTheme('system') },
    { id: 'light', label: m.schemeLight, isChosen: theme === 'light', run: () => setTheme('light') },
    { id: 'dark', label: m.schemeDark, isChosen: theme === 'dark', run: () => setTheme('dark') },
    { kind: 'heading' as const, id: 'language', label: m.language },
    { id: 'en', label: 'English', isChosen: locale === 'en', run: () => chooseLanguage('en') },
    { id: 'de', label: 'Deutsch', isChosen: locale === 'de', run: () => chooseLanguage('de') },
    { kind: 'separator' as const, id: 'line' },
    { id: 'sign-out', label: m.signOut, run: signOut },
  ];
  return (
    <Menu label={m.account} entries={entries} placement={isBottom ? 'top end' : 'top start'}>
      {(trigger) => (
        <button
          type="button"
          {...trigger}
          className={isBottom ? styles.bottomEntry : styles.person}
          title={isBottom ? undefined : user.name}
        >
          <Avatar name={user.name} size={24} />
          <span className="vh">{m.account}</span>
          <span className={isBottom ? styles.name : 'clip'}>{isBottom ? m.me : user.name}</span>
          {isBottom && <Unread isBottom />}
        </button>
      )}
    </Menu>
  );
}
