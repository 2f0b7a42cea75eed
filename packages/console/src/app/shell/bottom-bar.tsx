import { useNavigate } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import type { RailEntry } from '../../frame/feature.js';
import { Icon } from '../../ui/icon/icon.js';
import { Menu } from '../../ui/menu/menu.js';
import { messages } from '../messages/index.gen.js';
import { AccountMenu } from './account-menu.js';
import { useEntries } from './entries.js';
import styles from './rail.module.css';
import { RailLink } from './rail-link.js';

/** Phones have room for six; the last are the other entries and the account. */
const MOST = 4;

/** The main navigation on phones. */
export function BottomBar() {
  const m = messages.use();
  // The account has the notifications.
  const entries = useEntries().filter(({ to }) => to !== '/notifications');
  const others = entries.slice(MOST);
  return (
    <nav className={styles.bottom} aria-label={m.mainNavigation}>
      {entries.slice(0, MOST).map((entry) => (
        <RailLink key={entry.to} entry={entry} isBottom />
      ))}
      {others.length > 0 && <More key={others.map(({ to }) => to).join(' ')} entries={others} />}
      <AccountMenu isBottom />
    </nav>
  );
}

/** The entries for which there is no room. */
function More({ entries }: { entries: readonly RailEntry[] }) {
  const m = messages.use();
  const navigate = useNavigate();
  const items = entries.map(({ to, icon, useLabel }) => ({
    id: to,
    // biome-ignore lint/correctness/useHookAtTopLevel: its key says which entries it has, so their number stays
    label: useLabel(),
    icon,
    run: () => void navigate({ to }),
  }));
  return (
    <Menu label={m.more} entries={items} placement="top end">
      {(trigger) => (
        <button type="button" {...trigger} className={styles.bottomEntry}>
          <Icon of={Ellipsis} size={20} />
          <span className={styles.name}>{m.more}</span>
        </button>
      )}
    </Menu>
  );
}
