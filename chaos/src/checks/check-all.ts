import { recordAt } from '../support/json.js';
import type { CheckContext, FinalRun } from './check-context.js';
import { checkDeliveries } from './check-deliveries.js';
import { checkEffects } from './check-effects.js';
import { checkEvents } from './check-events.js';
import { checkOutside } from './check-outside.js';
import { readAudit, readDetail, readEventLog, readProcesses, readRuns, readStuckRuns, readTimeline } from './read.js';
import { checkWalk } from './walk.js';

const PARALLEL_READS = 8;

/**
 * Reads everything through the interface and records what contradicts the answers that clients got.
 * @returns how many runs were checked
 * @throws Error when the service does not answer
 */
export async function checkAll(context: CheckContext): Promise<number> {
  const { api, findings, subProjectId } = context;
  for (const id of await readStuckRuns(api, subProjectId)) findings.add('no run is stuck (getStuckRuns)', id);
  const runs = await readFinalRuns(context);
  checkRuns(context, runs);
  const processes = await readProcesses(api, subProjectId);
  const audit = await readAudit(api, subProjectId);
  checkEffects({ ...context, runs, processes, audit });
  checkOutside({ ...context, runs });
  const log = await readEventLog(api, subProjectId);
  await context.follower.finish(log.length);
  checkEvents({ findings, runs, processes, log, followed: context.follower.events });
  try {
    await context.receivers.finish(log.length);
  } catch (error) {
    // The checks then say which events they are.
    findings.add('receivers get all events in time', error instanceof Error ? error.message : String(error));
  }
  checkDeliveries({ findings, log, receivers: context.receivers.all });
  return runs.length;
}

async function readFinalRuns(context: CheckContext): Promise<readonly FinalRun[]> {
  const { api, subProjectId, kinds } = context;
  const queue = [...(await readRuns(api, subProjectId))];
  const read: FinalRun[] = [];
  const readNext = async () => {
    for (let run = queue.pop(); run !== undefined; run = queue.pop()) {
      const detail = await readDetail(api, subProjectId, run.id);
      const steps = await readTimeline(api, subProjectId, run.id);
      const variables = recordAt(detail, 'variables');
      const mark = String(recordAt(variables, 'otherDetails').mark);
      if (run.state !== 'COMPLETED') {
        const { jobs, tasks, timers, waits, incidents } = detail;
        const open = JSON.stringify({ jobs, tasks, timers, waits, incidents }).slice(0, 600);
        context.findings.add(
          'every run comes to its end',
          `${kinds.get(run.workflowId)} ${run.id} ${run.state} ${open}`,
        );
      }
      read.push({ ...run, kind: kinds.get(run.workflowId) ?? '', mark, variables, steps });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_READS }, readNext));
  return read;
}

function checkRuns({ findings, models, acknowledged }: CheckContext, runs: readonly FinalRun[]): void {
  const byId = new Map(runs.map((run) => [run.id, run]));
  const marks = new Map<string, number>();
  for (const run of runs) marks.set(run.mark, (marks.get(run.mark) ?? 0) + 1);
  for (const started of acknowledged.runs) {
    const run = byId.get(started.id);
    if (run === undefined || run.processId !== started.processId || run.kind !== started.kind) {
      findings.add('a run that was answered is there', `${started.kind} ${started.id}`);
    } else if (started.kind === 'approval' && !started.winners.includes(String(run.variables.winner))) {
      const who = started.winners.join(' or ');
      findings.add('the decision is that of the winner', `${run.id}: ${String(run.variables.winner)}, not ${who}`);
    }
  }
  const known = new Set([...acknowledged.runs.map(({ mark }) => mark), ...acknowledged.unanswered]);
  for (const [mark, count] of marks) {
    if (count > 1) findings.add('one request starts one run (D27)', `${count} runs of ${mark}`);
    if (!known.has(mark)) findings.add('no run starts by itself', mark);
  }
  for (const run of runs.filter(({ state }) => state === 'COMPLETED')) {
    const main = models.get(run.kind);
    const called = models.get('child');
    if (main === undefined || called === undefined) throw new Error(`there is no model of ${run.kind}`);
    const walk = checkWalk(
      new Map([
        [run.kind, main],
        ['child', called],
      ]),
      run.steps,
    );
    for (const problem of walk)
      findings.add('a timeline is a legal walk of its diagram', `${run.kind} ${run.id} ${problem}`);
  }
}
