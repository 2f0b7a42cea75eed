import { Link } from '@tanstack/react-router';
import type { RailEntry } from '../../frame/feature.js';
import { Count } from '../../ui/badge/badge.js';
import { Icon } from '../../ui/icon/icon.js';
import { messages } from '../messages/index.gen.js';
import styles from './rail.module.css';

const noCount = () => undefined;

/** One entry, in the rail or the bottom bar. */
export function RailLink({ entry, isBottom = false }: { entry: RailEntry; isBottom?: boolean }) {
  const m = messages.use();
  const { to, icon, useLabel, useCount = noCount } = entry;
  const label = useLabel();
  const number = useCount();
  const hasCount = number !== undefined && number.count > 0;
  return (
    <Link
      to={to}
      className={isBottom ? styles.bottomEntry : styles.entry}
      activeProps={{ 'aria-current': 'page' }}
      title={isBottom ? undefined : label}
    >
      <Icon of={icon} size={isBottom ? 20 : 16} />
      <span className={styles.name}>{label}</span>
      {hasCount && (
        <>
          <span className={`${styles.count} ${number.isBad === true ? styles.bad : ''}`} aria-hidden="true">
            <Count value={number.count} isBad={number.isBad ?? false} />
          </span>
          <span className="vh">{m.waiting({ count: number.count })}</span>
        </>
      )}
    </Link>
  );
}
