import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { toneClass } from '../badge/badge.js';
import { Icon } from '../icon/icon.js';
import styles from './feedback.module.css';

const icons: Readonly<Record<'plain' | 'waiting' | 'failed' | 'accent', LucideIcon>> = {
  plain: Info,
  accent: Info,
  waiting: TriangleAlert,
  failed: CircleAlert,
};

/** A sentence about what stands beside it; failed: something did not happen. */
export const Note = ({ tone = 'plain', children }: { tone?: keyof typeof icons; children: ReactNode }) => (
  <div className={`${styles.note} ${toneClass(tone)}`} role={tone === 'failed' ? 'alert' : undefined}>
    <Icon of={icons[tone]} />
    <div>{children}</div>
  </div>
);
