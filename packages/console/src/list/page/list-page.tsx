import type { ReactNode } from 'react';
import { isProblem } from '../../api/problem.js';
import { PageHead } from '../../frame/page-head.js';
import { figure } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import styles from './list-page.module.css';
import { messages } from './messages/index.gen.js';

export interface ListPageProps {
  readonly title: string;
  /** How many rows there are; undefined: not known. */
  readonly total: { readonly totalCount: number | string; readonly atLeast?: boolean } | undefined;
  /** Stands on the right of the head. */
  readonly actions?: ReactNode;
  /** Stands below the head. */
  readonly tools?: ReactNode;
  /** What somebody without the right to read the list is told. */
  readonly denied?: { readonly title: string; readonly text: string };
  /** The read that fills the list. */
  readonly of: { readonly error: Error | null; refetch(): unknown };
  /** Whether there is an answer to show. */
  readonly isRead: boolean;
  /** Rows that are drawn until then. */
  readonly skeletons: number;
  /** What is shown of the answer. */
  readonly children: ReactNode;
}

/** A page that is one list: its head with the total, its tools, and its rows or why there are none. */
export function ListPage({ title, total, actions, tools, denied, of, isRead, skeletons, children }: ListPageProps) {
  const { error, refetch } = of;
  if (denied !== undefined && isProblem(error) && error.status === 403) {
    return (
      <Empty kind="denied" isPage title={denied.title}>
        {denied.text}
      </Empty>
    );
  }
  return (
    <>
      <PageHead title={title} beside={total !== undefined && <Total of={total} />}>
        {actions}
      </PageHead>
      {tools}
      <div className={`scroll ${styles.page}`}>
        {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
        {!isRead && error === null && <SkeletonRows count={skeletons} />}
        {isRead && children}
      </div>
    </>
  );
}

function Total({ of: { totalCount, atLeast } }: { readonly of: NonNullable<ListPageProps['total']> }) {
  const m = messages.use();
  const locale = useLocale();
  const count = figure(Number(totalCount), locale);
  return <span className="t3 t13 num">{m.total({ count, atLeast: atLeast === true ? 'yes' : 'no' })}</span>;
}
