import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { ProblemView } from '../feedback/problem.js';
import { SkeletonRows } from '../feedback/skeleton.js';
import { Icon } from '../icon/icon.js';
import styles from './section.module.css';

export interface SectionProps {
  readonly title: string;
  readonly actions?: ReactNode;
  /** What it shows is being read. */
  readonly reading?: { readonly data: unknown; readonly error: Error | null; refetch(): unknown };
  readonly children: ReactNode;
}

/** A part of a page with a heading. */
export function Section({ title, actions, reading, children }: SectionProps) {
  const id = useId();
  const { data, error } = reading ?? { data: true, error: null };
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {error !== null && <ProblemView error={error} onRetry={() => void reading?.refetch()} />}
      {data === undefined && error === null && <SkeletonRows count={2} />}
      {data !== undefined && children}
    </section>
  );
}

export const Items = ({ children }: { readonly children: ReactNode }) => <ul className={styles.items}>{children}</ul>;

export interface ItemProps {
  readonly icon: LucideIcon;
  readonly name: ReactNode;
  readonly detail?: ReactNode;
  readonly actions?: ReactNode;
}

/** A line of a list in a section: what it is, what is known about it, what can be done. */
export const Item = ({ icon, name, detail, actions }: ItemProps) => (
  <li className={styles.item}>
    <Icon of={icon} size={20} />
    <span className={styles.itemText}>
      <span className="row wrap">{name}</span>
      {detail !== undefined && <span className="t12 t3">{detail}</span>}
    </span>
    {actions}
  </li>
);
