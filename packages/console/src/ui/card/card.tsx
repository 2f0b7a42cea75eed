import type { ReactNode } from 'react';
import styles from './card.module.css';

export interface CardProps {
  readonly title: string;
  /** Stands beside the title. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a heading of its own. */
export const Card = ({ title, beside, children }: CardProps) => (
  <section className={styles.card} aria-label={title}>
    <div className={styles.head}>
      <h2>{title}</h2>
      {beside}
    </div>
    {children}
  </section>
);
