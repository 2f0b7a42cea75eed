import type { ReactNode } from 'react';
import styles from './race.module.css';

/** Steps that follow each other, top to bottom: what was, what is, what comes. */
export const Race = ({ label, children }: { label: string; children: ReactNode }) => (
  <ol className={styles.race} aria-label={label}>
    {children}
  </ol>
);

export const RaceStep = ({ state, children }: { state: 'done' | 'now' | 'next'; children: ReactNode }) => (
  <li className={styles[state]} aria-current={state === 'now' ? 'step' : undefined}>
    <span className={styles.dot} />
    {children}
  </li>
);

/** Steps side by side, for example what happens next. */
export const RaceLine = ({ label, children }: { label: string; children: ReactNode }) => (
  <ol className={styles.line} aria-label={label}>
    {children}
  </ol>
);
