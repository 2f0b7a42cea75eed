import type { ReactNode } from 'react';
import styles from './badge.module.css';

/** Colours that have a meaning; `plain` is grey. */
export type Tone = 'plain' | 'running' | 'waiting' | 'completed' | 'rejected' | 'failed' | 'cancelled' | 'accent';

export const toneClass = (tone: Tone): string => (tone === 'plain' ? '' : `state-${tone}`);

export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`${styles.badge} ${toneClass(tone)}`}>{children}</span>
);

/** A number beside a word: grey, or red when somebody must act. */
export const Count = ({ value, isBad = false }: { value: number; isBad?: boolean }) => (
  <span className={`${styles.count} ${isBad ? styles.bad : ''}`}>{value > 999 ? '999+' : value}</span>
);
