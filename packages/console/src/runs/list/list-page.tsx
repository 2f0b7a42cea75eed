import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type AnswerOf, call } from '../../api/call.js';
import { isProblem } from '../../api/problem.js';
import { keyOf } from '../../api/queries.js';
import { useProcessTitles } from '../../form/schema/use-process-titles.js';
import { PageHead } from '../../frame/page-head.js';
import { figure } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { useMay } from '../../session/can.js';
import { Button } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { messages } from '../messages/index.gen.js';
import { type ListSearch, readListSearch } from '../model/search.js';
import { useMatchingProcesses } from '../model/use-matching-processes.js';
import { useWorkflowNames } from '../model/use-run.js';
import { Filters } from './filters.js';
import styles from './list.module.css';
import { RunTable } from './run-table.js';

const route = getRouteApi('/frame/runs/$subProjectId');
const PER_PAGE = '50';

const requestOf = (subProjectId: string, search: ListSearch, processIds: readonly string[] | undefined) => ({
  subProjectId,
  state: search.state,
  hasIncident: search.incident === undefined ? undefined : search.incident === 'yes' ? 'true' : 'false',
  workflowId: search.workflow,
  version: search.version,
  activeElement: search.element,
  processId: search.process,
  processIds: processIds?.join(','),
  perPageCount: PER_PAGE,
  include: 'next,meta,updatedTs,workflowVersion,incident',
});

/** The runs of a sub-project, newest first. Totals are counted up to 10,000; pages follow each other without counting. */
export function ListPage() {
  const m = messages.use();
  const locale = useLocale();
  const { subProjectId } = route.useParams();
  const search = readListSearch({ ...route.useSearch() });
  const navigate = useNavigate();
  const matching = useMatchingProcesses(subProjectId, search);
  const request = requestOf(subProjectId, search, matching?.ids);
  const isNone = matching?.ids?.length === 0;
  const isLooking = matching !== undefined && matching.ids === undefined;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keyOf('getWorkflowRuns', request),
    queryFn: ({ pageParam, signal }): Promise<AnswerOf<'getWorkflowRuns'>> =>
      call('getWorkflowRuns', { ...request, after: pageParam ?? undefined }, { signal }),
    // Without a process that matches there is no run; while they are looked up there is no answer yet.
    enabled: matching === undefined || (matching.ids?.length ?? 0) > 0,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const runs = (isNone || isLooking ? undefined : data)?.pages.flatMap((page) => page.runs) ?? [];
  const meta = isNone || isLooking ? undefined : data?.pages[0]?.meta;
  const isRead = isNone || (data !== undefined && !isLooking);
  const operates = useMay({ grant: 'workflow.operate', subProjectId });
  const workflows = useWorkflowNames(subProjectId);
  const titles = useProcessTitles(
    subProjectId,
    runs.map(({ processId }) => processId),
  );
  const change = (next: ListSearch) =>
    void navigate({ to: '/runs/$subProjectId', params: { subProjectId }, search: next, replace: true });
  const isFiltered = Object.keys(search).length > 0;
  if (isProblem(error) && error.status === 403) {
    return (
      <Empty kind="denied" isPage title={m.deniedTitle}>
        {m.deniedText}
      </Empty>
    );
  }
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
        {operates && (
          <Link to="/operate/{-$subProjectId}" params={{ subProjectId }} className="t13">
            {m.operate}
          </Link>
        )}
      </PageHead>
      <Filters subProjectId={subProjectId} search={search} workflows={workflows} onChange={change} />
      <div className={`scroll ${styles.runs}`}>
        {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
        {matching?.error != null && <ProblemView error={matching.error} onRetry={() => void matching.refetch()} />}
        {matching?.isCut === true && <Note>{m.processesCut}</Note>}
        {!isRead && error === null && matching?.error == null && <SkeletonRows count={12} />}
        {isRead && runs.length === 0 && (
          <Empty
            kind={isFiltered ? 'filtered' : 'nothing'}
            title={isFiltered ? m.noneMatch : m.noneYet}
            actions={isFiltered && <Button onClick={() => change({})}>{m.clearFilters}</Button>}
          >
            {isFiltered ? m.noneMatchText : m.noneYetText}
          </Empty>
        )}
        {runs.length > 0 && <RunTable subProjectId={subProjectId} runs={runs} workflows={workflows} titles={titles} />}
        {runs.length > 0 && hasNextPage && (
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
