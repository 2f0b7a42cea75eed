import type { ReactNode } from 'react';
import styles from './feedback.module.css';

export interface EmptyProps {
  /** Nothing is there, a filter hides it, or it is not allowed. */
  readonly kind: 'nothing' | 'filtered' | 'denied';
  /** It is the whole page: its title is the heading of the page. */
  readonly isPage?: boolean;
  /** What is true. */
  readonly title: string;
  /** Why. */
  readonly children: ReactNode;
  /** The nearest way on. */
  readonly actions?: ReactNode;
}

/** An empty list or page, with its reason. */
export const Empty = ({ kind, isPage = false, title, children, actions }: EmptyProps) => (
  <div className={styles.empty}>
    <Drawing kind={kind} />
    {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
    <p>{children}</p>
    {actions !== undefined && <div className={styles.emptyActions}>{actions}</div>}
  </div>
);

/** The race: flowing past, dry, or closed by a gate. */
const Drawing = ({ kind }: { kind: EmptyProps['kind'] }) => (
  <svg className={styles.drawing} viewBox="0 0 160 96" aria-hidden="true">
    <path
      className={kind === 'filtered' ? styles.dry : styles.flow}
      d="M8 16 C36 16 36 34 36 44 A36 36 0 0 0 72 80 H152"
    />
    <circle className={styles.wheel} cx="78" cy="38" r="22" />
    {kind === 'denied' && <path className={styles.gate} d="M126 60 V92 M138 60 V92" />}
  </svg>
);
