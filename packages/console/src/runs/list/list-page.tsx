import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type AnswerOf, call } from '../../api/call.js';
import { keyOf } from '../../api/queries.js';
import { useProcessTitles } from '../../form/schema/use-process-titles.js';
import { ListPage } from '../../list/page/list-page.js';
import { ShowMore } from '../../list/page/show-more.js';
import { useMay } from '../../session/can.js';
import { Button } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { messages } from '../messages/index.gen.js';
import { type ListSearch, readListSearch } from '../model/search.js';
import { useMatchingProcesses } from '../model/use-matching-processes.js';
import { useWorkflowNames } from '../model/use-run.js';
import { Filters } from './filters.js';
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
export function RunsPage() {
  const m = messages.use();
  const { subProjectId } = route.useParams();
  const search = readListSearch({ ...route.useSearch() });
  const navigate = useNavigate();
  const matching = useMatchingProcesses(subProjectId, search);
  const request = requestOf(subProjectId, search, matching?.ids);
  const isNone = matching?.ids?.length === 0;
  const isLooking = matching !== undefined && matching.ids === undefined;
  const query = useInfiniteQuery({
    queryKey: keyOf('getWorkflowRuns', request),
    queryFn: ({ pageParam, signal }): Promise<AnswerOf<'getWorkflowRuns'>> =>
      call('getWorkflowRuns', { ...request, after: pageParam ?? undefined }, { signal }),
    // Without a process that matches there is no run; while they are looked up there is no answer yet.
    enabled: matching === undefined || (matching.ids?.length ?? 0) > 0,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const pages = isNone || isLooking ? undefined : query.data?.pages;
  const runs = pages?.flatMap((page) => page.runs) ?? [];
  const isRead = isNone || pages !== undefined;
  const operates = useMay({ grant: 'workflow.operate', subProjectId });
  const workflows = useWorkflowNames(subProjectId);
  const titles = useProcessTitles(
    subProjectId,
    runs.map(({ processId }) => processId),
  );
  const change = (next: ListSearch) =>
    void navigate({ to: '/runs/$subProjectId', params: { subProjectId }, search: next, replace: true });
  const isFiltered = Object.keys(search).length > 0;
  return (
    <ListPage
      title={m.title}
      total={pages?.[0]?.meta}
      actions={
        <>
          <Link to="/runs/$subProjectId/elements" params={{ subProjectId }} className="t13">
            {m.whereRunsWait}
          </Link>
          {operates && (
            <Link to="/operate/{-$subProjectId}" params={{ subProjectId }} className="t13">
              {m.operate}
            </Link>
          )}
        </>
      }
      tools={<Filters subProjectId={subProjectId} search={search} workflows={workflows} onChange={change} />}
      denied={{ title: m.deniedTitle, text: m.deniedText }}
      of={query}
      isRead={isRead || matching?.error != null}
      skeletons={12}
    >
      {matching?.error != null && <ProblemView error={matching.error} onRetry={() => void matching.refetch()} />}
      {matching?.isCut === true && <Note>{m.processesCut}</Note>}
      {isRead && runs.length === 0 && (
        <Empty
          kind={isFiltered ? 'filtered' : 'nothing'}
          title={isFiltered ? m.noneMatch : m.noneYet}
          actions={isFiltered && <Button onClick={() => change({})}>{m.clearFilters}</Button>}
        >
          {isFiltered ? m.noneMatchText : m.noneYetText}
        </Empty>
      )}
      {runs.length > 0 && (
        <>
          <RunTable subProjectId={subProjectId} runs={runs} workflows={workflows} titles={titles} />
          <ShowMore of={query} />
        </>
      )}
    </ListPage>
  );
}
