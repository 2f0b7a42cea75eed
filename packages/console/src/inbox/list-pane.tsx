import { Link } from '@tanstack/react-router';
import { ListFilter } from 'lucide-react';
import { lazy, Suspense, useCallback } from 'react';
import { Badge } from '../ui/badge/badge.js';
import { IconButton } from '../ui/button/button.js';
import { ProblemView } from '../ui/feedback/problem.js';
import { SkeletonRows } from '../ui/feedback/skeleton.js';
import { TabCount, TabLinks, tabLink } from '../ui/tabs/tabs.js';
import { Kbd } from '../ui/text/kbd.js';
import type { NewDecision } from './decide/decision.js';
import styles from './inbox.module.css';
import type { SwipeSide } from './list/swipe.js';
import { TaskList } from './list/task-list.js';
import { messages } from './messages/index.gen.js';
import { conditionsOf, viewOf, views } from './search/inbox-search.js';
import type { InboxTask } from './tasks/inbox-query.js';
import { useSchemas } from './tasks/schemas.js';
import type { useInboxPage } from './use-inbox-page.js';

/** They come when they are needed. */
const Filters = lazy(() => import('./list/filters.js').then(({ Filters: component }) => ({ default: component })));
const BulkBar = lazy(() => import('./list/bulk-bar.js').then(({ BulkBar: component }) => ({ default: component })));
const WaitingNote = lazy(() =>
  import('./list/waiting-note.js').then(({ WaitingNote: component }) => ({ default: component })),
);
const EmptyList = lazy(() =>
  import('./list/empty-list.js').then(({ EmptyList: component }) => ({ default: component })),
);

export interface ListPaneProps {
  readonly state: ReturnType<typeof useInboxPage>;
  readonly picked: readonly InboxTask[];
  readonly isFiltering: boolean;
  onFilter(): void;
  onDecideMany(decisions: readonly NewDecision[]): void;
  onSwipe(item: InboxTask, side: SwipeSide): void;
}

/** The list with its views and filters. */
export function ListPane({ state, picked, isFiltering, onFilter, onDecideMany, onSwipe }: ListPaneProps) {
  const m = messages.use();
  const { search, inbox, items, open, counts, change, selected, select, onOpen, onSelect, deciding } = state;
  const schemas = useSchemas(items.map(({ subProject }) => subProject.id));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = inbox;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const view = viewOf(search);
  const conditions = conditionsOf(search).length + (search.sort === undefined ? 0 : 1);
  const waiting = deciding.filter(({ state: each }) => each === 'waiting').length;
  return (
    <section className={styles.list} aria-label={m.listLabel}>
      <header className={styles.head}>
        <h1>{m.title}</h1>
        {counts !== undefined && counts.overdue > 0 && (
          <Badge tone="failed">{m.overdueCount({ count: counts.overdue })}</Badge>
        )}
        <span className="end">
          <IconButton
            icon={ListFilter}
            label={conditions === 0 ? m.filter : m.filterOn({ count: conditions })}
            aria-expanded={isFiltering}
            onClick={onFilter}
          />
        </span>
      </header>
      <TabLinks label={m.viewsLabel} className={styles.tabs}>
        {views.map((each) => (
          <Link
            key={each}
            to="/inbox"
            search={{ ...search, view: each === 'mine' ? undefined : each, task: undefined }}
            activeOptions={{ exact: true, explicitUndefined: true }}
            className={tabLink}
            aria-current={each === view ? 'page' : undefined}
          >
            {{ mine: m.mine, team: m.team, done: m.done }[each]}
            {each !== 'done' && counts !== undefined && <TabCount value={counts[each]} />}
          </Link>
        ))}
      </TabLinks>
      {isFiltering && (
        <Suspense>
          <Filters search={search} items={items} onChange={change} />
        </Suspense>
      )}
      {waiting > 0 && (
        <Suspense>
          <WaitingNote count={waiting} />
        </Suspense>
      )}
      {inbox.data === undefined && inbox.error !== null && (
        <div className={styles.rows}>
          <ProblemView error={inbox.error} onRetry={() => void inbox.refetch()} />
        </div>
      )}
      {inbox.data === undefined && inbox.error === null && (
        <div className={styles.rows}>
          <SkeletonRows count={9} />
        </div>
      )}
      {inbox.data !== undefined && items.length === 0 && (
        <Suspense>
          <EmptyList search={search} counts={counts} onChange={change} />
        </Suspense>
      )}
      {items.length > 0 && (
        <TaskList
          key={view}
          items={items}
          schemas={schemas}
          isGrouped={view !== 'done' && search.sort === undefined}
          openId={open?.taskId}
          selected={selected}
          canSelect={view !== 'done'}
          onOpen={onOpen}
          onSelect={onSelect}
          onSwipe={onSwipe}
          onEnd={onEnd}
        />
      )}
      {picked.length > 0 && (
        <Suspense>
          <BulkBar selected={picked} onDecide={onDecideMany} onClear={() => select(new Set())} />
        </Suspense>
      )}
      {picked.length === 0 && (
        <footer className={`${styles.keys} t12 t3`}>
          <span>
            <Kbd>J</Kbd> <Kbd>K</Kbd> {m.move}
          </span>
          <span>
            <Kbd>X</Kbd> {m.selectKey}
          </span>
          <span>
            <Kbd>?</Kbd> {m.allKeys}
          </span>
        </footer>
      )}
    </section>
  );
}
