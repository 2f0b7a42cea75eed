import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../support/api.js';
import type { Findings } from '../support/findings.js';
import { recordAt } from '../support/json.js';
import type { Random } from '../support/random.js';
import { messageName, type WorkflowKind, workflowKinds } from './diagrams.js';

/** A run whose start was answered. */
export interface StartedRun {
  readonly id: string;
  readonly kind: WorkflowKind;
  readonly mark: string;
  readonly processId: string;
  /** Of approvals: the client that got 200; without one, the clients without an answer, one of which may have won. */
  readonly winners: readonly string[];
}

/** A process whose number only one driver increases, by updateProcessField. */
export interface CountedProcess {
  readonly id: string;
  /** The last number that was confirmed, and the last that was requested. */
  confirmed: number;
  asked: number;
}

/** Everything that a server has confirmed, and that must therefore exist at the end. */
export interface Acknowledged {
  readonly runs: StartedRun[];
  readonly processes: Set<string>;
  readonly counted: CountedProcess[];
  /** Marks of runs whose start was not answered: there may be one run of it or none. */
  readonly unanswered: Set<string>;
}

export interface LoadOptions {
  readonly api: Api;
  readonly random: Random;
  readonly findings: Findings;
  readonly subProjectId: string;
  readonly workflows: ReadonlyMap<string, string>;
  readonly until: number;
  readonly stopping: AbortSignal;
  readonly acknowledged: Acknowledged;
}

/** Runs of one process, so that several runs often change the same row. */
const RUNS_PER_PROCESS = 12;
const PAUSE_MS = 60;

/** One client that starts runs one after another, and does what they wait for, until `until`. */
export async function drive(driver: number, options: LoadOptions): Promise<void> {
  const { random, until, stopping, acknowledged } = options;
  const counted: CountedProcess = { id: await createProcess(options, `counted-${driver}`), confirmed: 0, asked: 0 };
  acknowledged.counted.push(counted);
  let processId = '';
  for (let n = 0; Date.now() < until && !stopping.aborted; n += 1) {
    if (n % RUNS_PER_PROCESS === 0) {
      processId = await createProcess(options, `process-${driver}-${n}`);
      acknowledged.processes.add(processId);
    }
    // Sometimes on a process of another driver.
    const target = random.chance(0.3) ? random.pick([...acknowledged.processes]) : processId;
    await doOne(options, random.pick(workflowKinds), `${driver}-${n}`, target);
    await countUp(options, counted);
    await sleep(random.between(0, PAUSE_MS));
  }
}

async function createProcess({ api, subProjectId }: LoadOptions, key: string): Promise<string> {
  const { id } = await api.untilAnswered(
    'POST',
    '/v1/process/createProcess',
    { subProjectId, fields: {} },
    { idempotencyKey: key },
  );
  return String(id);
}

async function doOne(options: LoadOptions, kind: WorkflowKind, mark: string, processId: string): Promise<void> {
  const { api, random, subProjectId, workflows, acknowledged } = options;
  const body = {
    subProjectId,
    processId,
    stageKey: 'stage_init',
    workflowId: workflows.get(kind),
    otherDetails: { mark, mode: random.chance(0.2) ? 'error' : 'plain' },
  };
  const path = '/v1/process/workflows/executeWorkflow';
  if (kind !== 'approval' && kind !== 'message' && random.chance(0.2)) {
    // A client that does not repeat the request: without an answer, the outcome is unknown.
    const outcome = await api.once('POST', path, body);
    if (outcome.kind === 'ok') {
      const id = String(recordAt(outcome.body, 'runId').id);
      acknowledged.runs.push({ id, kind, mark, processId, winners: [] });
    } else acknowledged.unanswered.add(mark);
    return;
  }
  const early = kind === 'message' && random.chance(0.5) ? publish(options, mark) : undefined;
  const { runId } = await api.untilAnswered('POST', path, body, { idempotencyKey: `execute-${mark}` });
  const id = typeof runId === 'object' && runId !== null && 'id' in runId ? String(runId.id) : '';
  const winners = kind === 'approval' ? await resumeAtOnce(options, id) : [];
  if (kind === 'message') await (early ?? Promise.all([publish(options, mark), publish(options, mark)]));
  acknowledged.runs.push({ id, kind, mark, processId, winners });
}

/** The message id makes it one message, even when it is sent several times. */
async function publish({ api, subProjectId }: LoadOptions, mark: string): Promise<void> {
  const body = { subProjectId, name: messageName, correlationKey: mark, messageId: mark, timeToLive: 3_600_000 };
  await api.untilAnswered('POST', '/v1/process/workflows/publishMessage', body);
}

/** Several clients decide the same task at once, each until it gets an answer. At most one may get 200. */
async function resumeAtOnce(options: LoadOptions, runId: string): Promise<readonly string[]> {
  const { random, findings } = options;
  const clients = Array.from({ length: random.between(1, 4) }, (_, n) => `client-${n}`);
  const approved = random.chance(0.7);
  const answers = await Promise.all(clients.map((winner) => resume(options, runId, { winner }, approved)));
  const won = clients.filter((_, n) => answers[n] === 'won');
  const perhaps = clients.filter((_, n) => answers[n] === 'perhaps');
  if (won.length > 1) findings.add('one task is completed once', `run ${runId} by ${won.join(' and ')}`);
  if (won.length + perhaps.length === 0) findings.add('one of several resumes wins', `run ${runId}: none of them`);
  return won.length > 0 ? won : perhaps;
}

async function resume(
  { api, subProjectId, random, findings }: LoadOptions,
  runId: string,
  payload: { readonly winner: string },
  approved: boolean,
): Promise<'won' | 'lost' | 'perhaps'> {
  let unanswered = false;
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    const body = { subProjectId, runId, payload, approved };
    const outcome = await api.once('POST', '/v1/process/workflows/resumeWorkflowRunsApi', body);
    if (outcome.kind === 'ok') return 'won';
    if (outcome.kind === 'refused') {
      if (outcome.id !== 1209 || outcome.status !== 409) findings.add('losers get 1209 with 409', outcome.detail);
      return unanswered ? 'perhaps' : 'lost';
    }
    unanswered = true;
    await sleep(random.between(50, 250));
  }
  findings.add('every request is answered in the end', `resume of ${runId}`);
  return 'perhaps';
}

async function countUp({ api, subProjectId, findings }: LoadOptions, counted: CountedProcess): Promise<void> {
  counted.asked += 1;
  const body = { subProjectId, processId: counted.id, updates: { seq: counted.asked } };
  const outcome = await api.once('POST', '/v1/process/updateProcessField', body);
  if (outcome.kind === 'ok') counted.confirmed = counted.asked;
  if (outcome.kind === 'refused') findings.add('an update is not refused', outcome.detail);
}
