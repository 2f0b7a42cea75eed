import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { call } from '../../api/call.js';
import { keyOf } from '../../api/queries.js';
import { useProcessTitles } from '../../form/schema/use-process-titles.js';
import { ListPage } from '../../list/page/list-page.js';
import { ShowMore } from '../../list/page/show-more.js';
import { Button, lookOf } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { Icon } from '../../ui/icon/icon.js';
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
  const request = requestOf(subProjectId, search);
  const query = useInfiniteQuery({
    queryKey: keyOf('getAuditLogs', { ...request, perPageCount: String(PER_PAGE) }),
    queryFn: ({ pageParam, signal }) =>
      call('getAuditLogs', { ...request, page: String(pageParam), perPageCount: String(PER_PAGE) }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ logs }, _pages, page) => (logs.length < PER_PAGE ? undefined : page + 1),
  });
  const { data } = query;
  // A row that came between two requests moves the others on: one of them may be on two pages.
  const logs = [...new Map(data?.pages.flatMap((page) => page.logs).map((log) => [log.id, log])).values()];
  const titles = useProcessTitles(
    subProjectId ?? '',
    subProjectId === undefined ? [] : logs.flatMap(({ processId }) => (processId === null ? [] : [processId])),
  );
  const isFiltered = Object.keys(search).length > 0;
  return (
    <ListPage
      title={m.title}
      total={data?.pages[0]?.meta}
      actions={
        <a className={lookOf({})} href={exportAddress(request)} download="audit.ndjson">
          <Icon of={Download} size={16} />
          <span>{m.export}</span>
        </a>
      }
      tools={<Filters subProjectId={subProjectId} search={search} onSearch={onSearch} />}
      denied={{ title: m.deniedTitle, text: m.deniedText }}
      of={query}
      isRead={data !== undefined}
      skeletons={12}
    >
      {logs.length === 0 && (
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
      <ShowMore of={query} />
    </ListPage>
  );
}

function exportAddress(request: ReturnType<typeof requestOf>): string {
  const given = Object.entries(request).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `v1/process/exportAuditLogs?${new URLSearchParams(given)}`;
}
