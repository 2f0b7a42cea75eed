import { getRouteApi } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useKeys } from '../../frame/keys.js';
import { PageHead } from '../../frame/page-head.js';
import { Button } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { Icon } from '../../ui/icon/icon.js';
import { Segments } from '../../ui/tabs/segments.js';
import type { SearchAddress } from '../hits/address.js';
import { messages } from '../messages/index.gen.js';
import { useSettled } from '../palette/use-found.js';
import { HitRow } from './hit-row.js';
import styles from './search-page.module.css';
import { useHits } from './use-hits.js';

const route = getRouteApi('/frame/search');
const all = ['all', 'process', 'file', 'task', 'comment'] as const;

/** Search on a page of its own: every hit, with what matches in it. */
export function SearchPage() {
  const m = messages.use();
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(address.q);
  const settled = useSettled(typed);
  useEffect(() => {
    if (settled !== address.q) void navigate({ to: '/search', search: { ...address, q: settled }, replace: true });
  }, [settled, address, navigate]);
  useKeys([{ keys: '/', label: m.label, group: m.title, run: () => field.current?.focus() }]);
  return (
    <>
      <PageHead title={m.title} />
      <div className="scroll">
        <div className={styles.page}>
          <search className={styles.field}>
            <Icon of={Search} />
            <input
              ref={field}
              type="search"
              // biome-ignore lint/a11y/noAutofocus: the page is opened to type
              autoFocus={address.q === ''}
              aria-label={m.title}
              placeholder={m.placeholder}
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </search>
          <Segments
            label={m.sources}
            items={all.map((id) => ({ id, label: m.sourcesName({ source: id }) }))}
            selected={address.source ?? 'all'}
            onSelect={(id) =>
              void navigate({
                to: '/search',
                search: { q: typed, ...(id === 'all' ? {} : { source: id }) },
                replace: true,
              })
            }
          />
          <Hits address={address} />
        </div>
      </div>
    </>
  );
}

function Hits({ address }: { address: SearchAddress }) {
  const m = messages.use();
  const result = useHits(address);
  const { hits, isComplete, isLookingOn, isPending, error, refetch, hasNextPage, isFetchingNextPage } = result;
  if (address.q.trim() === '') {
    return (
      <Empty kind="nothing" title={m.start}>
        {m.startText}
      </Empty>
    );
  }
  if (error !== null && hits.length === 0) return <ProblemView error={error} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonRows count={4} />;
  return (
    <>
      <div className="t12 t2" role="status">
        {isLookingOn ? m.stillLooking : m.hits({ count: hits.length })}
        {hasNextPage && !isLookingOn && '+'}
      </div>
      {!isComplete && <Note>{m.incomplete}</Note>}
      {hits.length === 0 && !isLookingOn && !hasNextPage && (
        <Empty kind="filtered" title={m.empty}>
          {m.emptyText}
        </Empty>
      )}
      <ul className={styles.hits}>
        {hits.map((hit) => (
          <HitRow key={hit.id} hit={hit} />
        ))}
      </ul>
      {hasNextPage && !isLookingOn && (
        <Button isBusy={isFetchingNextPage} onClick={() => void result.fetchNextPage()}>
          {m.more}
        </Button>
      )}
      {error !== null && <ProblemView error={error} onRetry={() => void result.fetchNextPage()} />}
    </>
  );
}
