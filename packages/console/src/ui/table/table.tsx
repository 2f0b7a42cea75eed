import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Icon } from '../icon/icon.js';
import styles from './table.module.css';

export interface TableProps extends ComponentPropsWithRef<'table'> {
  /** Height of a row: 28, 36 or 44 px. */
  readonly density?: 'dense' | 'default' | 'roomy';
  /** `page`: it reaches the edges of the page. `cards`: that, and each row is a card on a phone. */
  readonly layout?: 'page' | 'cards';
  /** Name of the part that is scrolled, for a table that may be wider than its page and has nothing to focus. */
  readonly scrollLabel?: string;
}

/** A table of few rows. Lists that grow are windowed: see src/list. */
export const Table = ({ density = 'default', layout, scrollLabel, className = '', ...rest }: TableProps) => (
  <div
    className={styles.box}
    {...(scrollLabel === undefined ? {} : { role: 'region', tabIndex: 0, 'aria-label': scrollLabel })}
  >
    <table
      {...rest}
      className={[
        styles.table,
        density !== 'default' && styles[density],
        layout !== undefined && styles.page,
        layout === 'cards' && styles.cards,
        className,
      ]
        .filter(Boolean)
        .join(' ')}
    />
  </div>
);

export interface ColumnHeadProps {
  readonly children: ReactNode;
  readonly isFigure?: boolean;
  /** Absent: the list cannot be ordered by it. */
  readonly sort?: { readonly direction: 'ascending' | 'descending' | undefined; toggle(): void };
}

/** The head of a column, which orders the list when it is pressed. */
export function ColumnHead({ children, isFigure = false, sort }: ColumnHeadProps) {
  const direction = sort?.direction;
  return (
    <th
      scope="col"
      className={isFigure ? styles.figure : undefined}
      aria-sort={sort === undefined ? undefined : (direction ?? 'none')}
    >
      {sort === undefined ? (
        children
      ) : (
        <button type="button" className={styles.sort} onClick={sort.toggle}>
          {children}
          {direction !== undefined && <Icon of={direction === 'ascending' ? ArrowUp : ArrowDown} size={12} />}
        </button>
      )}
    </th>
  );
}

/** Class of a cell with figures: to the right, of equal width. */
export const figureCell = styles.figure ?? '';
