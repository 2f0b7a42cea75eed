import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { call } from '../../api/call.js';
import { isProblem } from '../../api/problem.js';
import { keyOf } from '../../api/queries.js';
import { useProcessTitles } from '../../form/schema/use-process-titles.js';
import { PageHead } from '../../frame/page-head.js';
import { figure } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { Button, lookOf } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { Icon } from '../../ui/icon/icon.js';
import styles from '../audit.module.css';
import { messages } from '../messages/index.gen.js';
import { type AuditSearch, requestOf } from '../model/search.js';
import { Filters } from './filters.js';
import { LogTable } from './log-table.js';

const PER_PAGE = 50;

export interface LogViewProps {
  /** Undefined: the whole installation. */
  readonly subProjectId: string | undefined;
  readonly search: AuditSearch;
  onSearch(search: AuditSearch): void;
}

/** The audit log, newest first: new rows appear by themselves. */
export function LogView({ subProjectId, search, onSearch }: LogViewProps) {
  const m = messages.use();
  const locale = useLocale();
  const request = requestOf(subProjectId, search);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keyOf('getAuditLogs', { ...request, perPageCount: String(PER_PAGE) }),
    queryFn: ({ pageParam, signal }) =>
      call('getAuditLogs', { ...request, page: String(pageParam), perPageCount: String(PER_PAGE) }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ logs }, _pages, page) => (logs.length < PER_PAGE ? undefined : page + 1),
  });
  // A row that came between two requests moves the others on: one of them may be on two pages.
  const logs = [...new Map(data?.pages.flatMap((page) => page.logs).map((log) => [log.id, log])).values()];
  const meta = data?.pages[0]?.meta;
  const titles = useProcessTitles(
    subProjectId ?? '',
    subProjectId === undefined ? [] : logs.flatMap(({ processId }) => (processId === null ? [] : [processId])),
  );
  if (isProblem(error) && error.status === 403) {
    return (
      <Empty kind="denied" isPage title={m.deniedTitle}>
        {m.deniedText}
      </Empty>
    );
  }
  const isFiltered = Object.keys(search).length > 0;
  return (
    <>
      <PageHead
        title={m.title}
        beside={
          meta !== undefined && (
            <span className="t3 t13 num">
              {m.total({
                count: figure(Number(meta.totalCount), locale),
                atLeast: meta.atLeast === true ? 'yes' : 'no',
              })}
            </span>
          )
        }
      >
        <a className={lookOf({})} href={exportAddress(request)} download="audit.ndjson">
          <Icon of={Download} size={16} />
          <span>{m.export}</span>
        </a>
      </PageHead>
      <Filters subProjectId={subProjectId} search={search} onSearch={onSearch} />
      <div className={`scroll ${styles.page}`}>
        {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <SkeletonRows count={12} />}
        {data !== undefined && logs.length === 0 && (
          <Empty
            kind={isFiltered ? 'filtered' : 'nothing'}
            title={isFiltered ? m.noneMatch : m.noneYet}
            actions={isFiltered && <Button onClick={() => onSearch({})}>{m.clearFilters}</Button>}
          >
            {isFiltered ? m.noneMatchText : m.noneYetText}
          </Empty>
        )}
        {logs.length > 0 && (
          <LogTable
            subProjectId={subProjectId}
            logs={logs}
            titles={titles}
            onTrace={(trace) => onSearch({ trace })}
            onProcess={(process) => onSearch({ process })}
          />
        )}
        {hasNextPage && (
          <div className={styles.more}>
            <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {m.showMore}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function exportAddress(request: ReturnType<typeof requestOf>): string {
  const given = Object.entries(request).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `v1/process/exportAuditLogs?${new URLSearchParams(given)}`;
}
