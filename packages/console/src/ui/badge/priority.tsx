import { CircleAlert } from 'lucide-react';
import { Icon } from '../icon/icon.js';
import styles from './badge.module.css';

const BARS = [
  { x: 0, y: 8 },
  { x: 5, y: 4 },
  { x: 10, y: 0 },
];

/** A priority by its rank: 1 is the lowest; what is above 3 is urgent. The word is the sub-project's. */
export function Priority({ rank, children }: { rank: number; children: string }) {
  if (rank > BARS.length) {
    return (
      <span className={`${styles.priority} ${styles.urgent}`}>
        <Icon of={CircleAlert} size={14} />
        {children}
      </span>
    );
  }
  return (
    <span className={styles.priority}>
      <svg width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">
        {BARS.map(({ x, y }, index) => (
          <rect key={x} x={x} y={y} width="3" height={12 - y} rx="1" className={index < rank ? '' : styles.off} />
        ))}
      </svg>
      {children}
    </span>
  );
}
