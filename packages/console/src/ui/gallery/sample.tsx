import type { ReactNode } from 'react';
import styles from './sample.module.css';

/** A named line of the gallery. */
export const Sample = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.sample}>
    <span className={styles.name}>{name}</span>
    <div className={styles.parts}>{children}</div>
  </div>
);
