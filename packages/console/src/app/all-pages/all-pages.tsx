import { PageHead } from '../../frame/page-head.js';
import { messages } from '../messages/index.gen.js';
import { useEntries } from '../shell/entries.js';
import styles from '../shell/rail.module.css';
import { RailLink } from '../shell/rail-link.js';

/** Every page that the person may open: on phones the bar has room for a few of them. */
export function AllPages() {
  const m = messages.use();
  return (
    <>
      <PageHead title={m.allPages} />
      <nav className={`scroll ${styles.all}`} aria-label={m.allPages}>
        {useEntries().map((entry) => (
          <RailLink key={entry.to} entry={entry} />
        ))}
      </nav>
    </>
  );
}
