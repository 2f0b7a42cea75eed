import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.js';
import { useMay } from '../../session/can.js';
import { Count } from '../../ui/badge/badge.js';
import { RunState } from '../../ui/badge/run-state.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { figureCell, Table } from '../../ui/table/table.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { POLL_MS, type SubProjectSchema } from '../model/use-process.js';
import styles from './related.module.css';

/** The runs of workflows on the process, newest first. */
export function Runs({ schema, processId }: { schema: SubProjectSchema; processId: string }) {
  const m = messages.use();
  const { subProjectId } = schema;
  const isAllowed = useMay({ grant: 'workflow.read', subProjectId });
  const request = {
    subProjectId,
    processId,
    page: '1',
    perPageCount: '20',
    include: 'meta,updatedTs,workflowVersion,incident',
  };
  const { data, error, refetch } = useQuery({
    ...read('getWorkflowRuns', request),
    enabled: isAllowed,
    refetchInterval: POLL_MS,
  });
  const workflows = useQuery({ ...read('getWorkflows', { subProjectId }), enabled: isAllowed, staleTime: 60_000 });
  if (!isAllowed) return null;
  const names = new Map(workflows.data?.workflows.map(({ id, name }) => [id, name]));
  return (
    <section aria-labelledby="runs">
      <div className={styles.head}>
        <h2 id="runs">{m.runs}</h2>
        {data !== undefined && data.runs.length > 0 && (
          <Count value={Number(data.meta?.totalCount ?? data.runs.length)} />
        )}
      </div>
      {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows count={2} />}
      {data?.runs.length === 0 && <p className="t3 t13">{m.noRuns}</p>}
      {data !== undefined && data.runs.length > 0 && (
        <div className={styles.box}>
          <Table aria-labelledby="runs">
            <tbody>
              {data.runs.map((run) => (
                <tr key={run.id}>
                  <td>
                    <RunState state={run.state} />
                  </td>
                  <td className="b5">
                    <a href={`runs/${subProjectId}/${run.id}`}>
                      {names.get(run.workflowId) ?? run.workflowId} <span className="t3">v{run.workflowVersion}</span>
                    </a>
                  </td>
                  <td className="t2">{run.incident?.message ?? ''}</td>
                  <td className={`${figureCell} t3`}>
                    <When at={run.updatedTs ?? run.createdTs} />
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </section>
  );
}
