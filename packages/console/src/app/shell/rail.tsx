import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { openPalette, usePaletteThere } from '../../frame/palette.js';
import { Brand } from '../../ui/brand/brand.js';
import { Icon } from '../../ui/icon/icon.js';
import { Kbd } from '../../ui/text/kbd.js';
import { messages } from '../messages/index.gen.js';
import { AccountMenu } from './account-menu.js';
import { ConnectionDot } from './connection-dot.js';
import { useEntries } from './entries.js';
import { PinnedViews, Unread } from './later.js';
import styles from './rail.module.css';
import { RailLink } from './rail-link.js';
import { SubProjectPicker } from './sub-project-picker.js';

/** The main navigation: 216 px, below 1200 px icons with names in their titles. */
export function Rail() {
  const m = messages.use();
  const entries = useEntries();
  const isPaletteThere = usePaletteThere();
  return (
    <aside className={styles.rail}>
      <Link to="/" className={styles.brand}>
        <Brand />
      </Link>
      <SubProjectPicker />
      {isPaletteThere && (
        <button
          type="button"
          className={styles.find}
          onClick={openPalette}
          title={m.search}
          aria-keyshortcuts="Control+K"
        >
          <Icon of={Search} />
          <span>{m.search}</span>
          <Kbd>Ctrl K</Kbd>
        </button>
      )}
      <nav className={styles.entries} aria-label={m.mainNavigation}>
        {entries
          .filter(({ isPhoneOnly }) => isPhoneOnly !== true)
          .map((entry) => (
            <RailLink key={entry.to} entry={entry} />
          ))}
        <Unread />
      </nav>
      <PinnedViews />
      <div className={styles.foot}>
        <AccountMenu />
        <ConnectionDot />
      </div>
    </aside>
  );
}
