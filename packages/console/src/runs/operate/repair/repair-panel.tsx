import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AnswerOf } from '../../../api/call.js';
import { read } from '../../../api/queries.js';
import { useProcessTitles } from '../../../form/schema/use-process-titles.js';
import { Button } from '../../../ui/button/button.js';
import { Note } from '../../../ui/feedback/note.js';
import { ProblemView } from '../../../ui/feedback/problem.js';
import { Progress } from '../../../ui/feedback/progress.js';

import { messages } from '../messages/index.gen.js';
import { type Outcome, outcomeOf, type Repair } from './repair.js';
import styles from './repair.module.css';

/** Ids in one request: proxies take addresses of up to 8 kB. */
const IDS = 100;
/** Milliseconds between two questions while runs are worked on: a job that ends inside a waiting run is no event. */
const ASK_AGAIN = 2000;
/** Of the runs that need a look, how many are named. */
const NAMED = 50;

const order: readonly Outcome[] = [
  'wentOn',
  'cancelled',
  'ended',
  'stopped',
  'refused',
  'working',
  'unknown',
  'unasked',
];

export interface RepairPanelProps {
  readonly subProjectId: string;
  readonly repair: Repair;
  onStop(): void;
  onDismiss(): void;
}

/** What became of the runs of a repair, as the server has them now. */
export function RepairPanel({ subProjectId, repair, onStop, onDismiss }: RepairPanelProps) {
  const m = messages.use();
  const { asked = [], isRunning, isCut, error } = repair;
  const { kind, group } = repair.order;
  const { outcomes, problem } = useOutcomes(subProjectId, repair);
  const counts = new Map<Outcome, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const left = (counts.get('unasked') ?? 0) + (counts.get('working') ?? 0);
  const bad = asked
    .map((one, at) => ({ ...one, outcome: outcomes[at] }))
    .filter(({ outcome }) => outcome === 'stopped' || outcome === 'refused' || outcome === 'ended');
  const titles = useProcessTitles(
    subProjectId,
    bad.slice(0, NAMED).map(({ incident }) => incident.processId),
  );
  return (
    <article className={styles.panel} aria-label={`${m.repair({ kind })}: ${group.message}`}>
      <div className={styles.line}>
        <h2 className="b5">{m.repair({ kind })}</h2>
        <span className="t12 t3 clip" title={group.message}>
          {group.message}
        </span>
        {isRunning ? (
          <Button size="small" onClick={onStop}>
            {m.stop}
          </Button>
        ) : (
          <Button size="small" onClick={onDismiss}>
            {m.dismiss}
          </Button>
        )}
      </div>
      {asked.length > 0 && <Progress label={m.repair({ kind })} value={1 - left / asked.length} />}
      <p role="status" className="t13">
        {order
          .filter((outcome) => counts.has(outcome))
          .map((outcome) => m.outcome({ outcome, count: counts.get(outcome) ?? 0 }))
          .join(' · ')}
      </p>
      {(error ?? problem) !== undefined && <ProblemView error={error ?? problem} />}
      {isCut && <Note>{m.isCut({ count: asked.length })}</Note>}
      {bad.length > 0 && (
        <ul className={styles.bad} aria-label={m.needsLook}>
          {bad.slice(0, NAMED).map(({ incident, outcome, refusal }) => (
            <li key={incident.id}>
              <Link to="/runs/$subProjectId/$runId" params={{ subProjectId, runId: incident.runId }} className="b5">
                {titles.get(incident.processId) ?? m.process}
              </Link>{' '}
              {m.outcomeOfOne({ outcome: outcome ?? 'unknown' })} <span className="t2">{refusal}</span>
            </li>
          ))}
          {bad.length > NAMED && <li className="t3">{m.andMore({ count: bad.length - NAMED })}</li>}
        </ul>
      )}
    </article>
  );
}

/** The outcome for each incident that was asked about, in the same order. */
function useOutcomes(subProjectId: string, { asked = [], order: { kind } }: Repair) {
  const ids = [...new Set(asked.map(({ incident }) => incident.runId))];
  const incidents = new Set(asked.map(({ incident }) => incident.id));
  const outcomesIn = (runs: AnswerOf<'getWorkflowRuns'>['runs']) => {
    const byId = new Map(runs.map((run) => [run.id, run]));
    return asked.map((one) => outcomeOf(kind, one, byId.get(one.incident.runId), (id) => incidents.has(id)));
  };
  const batches = Array.from({ length: Math.ceil(ids.length / IDS) }, (_, at) => ids.slice(at * IDS, (at + 1) * IDS));
  const answers = useQueries({
    queries: batches.map((batch) => ({
      ...read('getWorkflowRuns', {
        subProjectId,
        runIds: batch.join(','),
        include: 'incident,activeElements,endedTs',
        perPageCount: String(IDS),
        page: '1',
      }),
      staleTime: 0,
      refetchInterval: ({
        state: { data },
      }: {
        readonly state: { readonly data?: AnswerOf<'getWorkflowRuns'> | undefined };
      }) => outcomesIn(data?.runs ?? []).includes('working') && ASK_AGAIN,
    })),
  });
  return {
    outcomes: outcomesIn(answers.flatMap(({ data }) => data?.runs ?? [])),
    problem: answers.find(({ error }) => error !== null)?.error ?? undefined,
  };
}
