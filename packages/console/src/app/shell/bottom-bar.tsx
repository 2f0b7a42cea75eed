import { messages } from '../messages/index.gen.js';
import { AccountMenu } from './account-menu.js';
import { useEntries } from './entries.js';
import styles from './rail.module.css';
import { RailLink } from './rail-link.js';

/** Phones have room for five; the last is the account. */
const MOST = 4;

/** The main navigation on phones. */
export function BottomBar() {
  const m = messages.use();
  return (
    <nav className={styles.bottom} aria-label={m.mainNavigation}>
      {useEntries()
        .slice(0, MOST)
        .map((entry) => (
          <RailLink key={entry.to} entry={entry} isBottom />
        ))}
      <AccountMenu isBottom />
    </nav>
  );
}
