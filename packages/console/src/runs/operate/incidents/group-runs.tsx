import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ban, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { type AnswerOf, call } from '../../../api/call.js';
import { keyOf } from '../../../api/queries.js';
import { useProcessTitles } from '../../../form/schema/use-process-titles.js';
import { ShowMore } from '../../../list/page/show-more.js';
import { Button } from '../../../ui/button/button.js';
import { ProblemView } from '../../../ui/feedback/problem.js';
import { SkeletonRows } from '../../../ui/feedback/skeleton.js';
import { Checkbox } from '../../../ui/field/controls.js';
import { When } from '../../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { CancelDialog } from '../repair/cancel-dialog.js';
import type { IncidentGroup, RepairTarget } from '../repair/repair.js';
import { RetryDialog } from '../repair/retry-dialog.js';
import styles from './incidents.module.css';

const PER_PAGE = '50';

export interface GroupRunsProps {
  readonly subProjectId: string;
  readonly group: IncidentGroup;
  /** A repair of some of them was begun. */
  onBegan(bulkId: string): void;
}

/** The runs with incidents of one cause, newest first, and what can be done about all or chosen ones. */
export function GroupRuns({ subProjectId, group, onBegan }: GroupRunsProps) {
  const m = messages.use();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asks, setAsks] = useState<'retry' | 'cancel'>();
  const request = {
    subProjectId,
    workflowId: group.workflowId,
    fingerprint: group.fingerprint,
    perPageCount: PER_PAGE,
  };
  const query = useInfiniteQuery({
    queryKey: keyOf('getIncidents', request),
    queryFn: ({ pageParam, signal }): Promise<AnswerOf<'getIncidents'>> =>
      call('getIncidents', { ...request, after: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const { data, error, refetch } = query;
  const incidents = data?.pages.flatMap((page) => page.incidents) ?? [];
  const titles = useProcessTitles(
    subProjectId,
    incidents.map(({ processId }) => processId),
  );
  // An incident that was resolved meanwhile is no longer chosen.
  const picked = incidents.filter(({ id }) => chosen.has(id));
  const count = picked.length === 0 ? group.count : picked.length;
  const target: RepairTarget = {
    subProjectId,
    workflowId: group.workflowId,
    fingerprint: group.fingerprint,
    ...(picked.length === 0 ? {} : { incidentIds: picked.map(({ id }) => id) }),
  };
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const began = (bulkId: string) => {
    setAsks(undefined);
    setChosen(new Set());
    onBegan(bulkId);
  };
  return (
    <div className={styles.runs}>
      <div className={styles.deeds}>
        <Button look="primary" icon={RotateCcw} onClick={() => setAsks('retry')}>
          {picked.length === 0 ? m.retryAll({ count }) : m.retryChosen({ count })}
        </Button>
        <Button icon={Ban} onClick={() => setAsks('cancel')}>
          {picked.length === 0 ? m.cancelAll : m.cancelChosen({ count })}
        </Button>
      </div>
      {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows count={3} />}
      <ul aria-label={m.affected}>
        {incidents.map(({ id, runId, processId, workflowVersion, message, createdTs }) => {
          const title = titles.get(processId) ?? m.process;
          return (
            <li key={id} className={styles.run}>
              <Checkbox
                aria-label={m.choose({ title })}
                checked={chosen.has(id)}
                onChange={({ target }) => choose(id, target.checked)}
              >
                {''}
              </Checkbox>
              <Link to="/runs/$subProjectId/$runId" params={{ subProjectId, runId }} className="b5 clip">
                {title} <span className="t3">v{workflowVersion}</span>
              </Link>
              <span className={`${styles.said} danger-t clip`} title={message}>
                {message}
              </span>
              <span className="t12 t3">
                <When at={createdTs} />
              </span>
            </li>
          );
        })}
      </ul>
      <ShowMore of={query} />
      {asks === 'retry' && (
        <RetryDialog target={target} group={group} count={count} onBegan={began} onClose={() => setAsks(undefined)} />
      )}
      {asks === 'cancel' && (
        <CancelDialog
          target={target}
          count={picked.length === 0 ? group.runCount : new Set(picked.map(({ runId }) => runId)).size}
          onBegan={began}
          onClose={() => setAsks(undefined)}
        />
      )}
    </div>
  );
}
