import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { addOperations } from '../api/operations.js';
import { isProblem } from '../api/problem.js';
import { processOperations } from '../api/process-operations.js';
import { read } from '../api/queries.js';
import { PageHead } from '../frame/page-head.js';
import { Empty } from '../ui/feedback/empty.js';
import { ProblemView } from '../ui/feedback/problem.js';
import { SkeletonRows } from '../ui/feedback/skeleton.js';
import { messages } from './messages/index.gen.js';
import { ProcessList } from './process-list.js';

addOperations(processOperations);

const route = getRouteApi('/frame/processes/$subProjectId');

/** The processes of a sub-project: reads what the list needs to know before it can be drawn. */
export function ListPage() {
  const m = messages.use();
  const { subProjectId } = route.useParams();
  const schema = useQuery(read('getSubProjectSchema', { subProjectId }));
  const views = useQuery(read('getViews', { subProjectId, kind: 'processes' }));
  const error = schema.error ?? views.error;
  if (schema.data !== undefined && views.data !== undefined) {
    return <ProcessList key={subProjectId} schema={schema.data} views={views.data} />;
  }
  return (
    <>
      <PageHead title={m.title} />
      {isProblem(error) && error.status === 403 ? (
        <Empty kind="denied" title={m.deniedTitle}>
          {m.deniedText}
        </Empty>
      ) : error === null ? (
        <SkeletonRows count={12} />
      ) : (
        <ProblemView error={error} onRetry={() => void Promise.all([schema.refetch(), views.refetch()])} />
      )}
    </>
  );
}
