import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compile, type ExecutableModel } from '@millrace/engine';
import { checkAll } from './checks/check-all.js';
import { readRuns } from './checks/read.js';
import { diagrams, document, type WorkflowKind, workflowKinds } from './load/diagrams.js';
import { followEvents } from './load/follow-events.js';
import { type Acknowledged, drive } from './load/load.js';
import { startReceivers } from './load/receivers.js';
import { type Recorder, startRecorder } from './load/recorder.js';
import type { Options } from './options.js';
import type { Child } from './processes/child.js';
import { createServerProcess, createWorkerProcess, credentials } from './processes/cluster.js';
import { injectFaults } from './processes/faults.js';
import { findPostmaster } from './processes/postmaster.js';
import { Api } from './support/api.js';
import type { Findings } from './support/findings.js';
import { recordsAt } from './support/json.js';
import { createRandom, type Random } from './support/random.js';

export interface ChaosOptions extends Options {
  readonly directory: string;
  readonly databaseUrl: string | undefined;
  readonly findings: Findings;
  readonly say: (line: string) => void;
  readonly stopping: AbortSignal;
}

const DRIVERS = 6;
const WORKERS = 2;
/** Covers the longest lease, the longest back-off after a few failures, and the start of a server. */
const MAX_WAIT_MS = 90_000;

/** Starts the servers, runs load and faults, waits until all runs have completed, checks the results, and ends what it started. */
export async function runChaos(options: ChaosOptions): Promise<void> {
  const random = createRandom(options.seed);
  const recorder = await startRecorder(random.fork());
  const servers = await Promise.all(
    Array.from({ length: options.servers }, (_, n) =>
      createServerProcess(`server-${n + 1}`, options.directory, options.databaseUrl),
    ),
  );
  const children: Child[] = servers.map(({ child }) => child);
  try {
    for (const { child } of servers) await child.start();
    await runUnderFaults(options, {
      random,
      recorder,
      urls: servers.map(({ url }) => url),
      servers: [...children],
      children,
    });
  } finally {
    await Promise.all(children.slice(servers.length).map((child) => child.close()));
    // One after the other, because the last one stops PostgreSQL.
    for (const { child } of servers) await child.close();
    await recorder.close();
    await endPostgres(options);
  }
}

interface RunningSystem {
  readonly random: Random;
  readonly recorder: Recorder;
  readonly urls: readonly string[];
  readonly servers: readonly Child[];
  /** All processes to end at the end of the run; workers are added. */
  readonly children: Child[];
}

async function runUnderFaults(
  options: ChaosOptions,
  { random, recorder, urls, servers, children }: RunningSystem,
): Promise<void> {
  const { findings, say, directory } = options;
  const api = new Api({
    urls,
    random: random.fork(),
    unexpected: (what) => findings.add('no fault is a 500', what),
  });
  await api.signIn(credentials.clientId, credentials.clientSecret);
  const { subProjectId, kinds, workflows, models } = await deploy(api, `${recorder.url}/work`);
  const receivers = await startReceivers(api, subProjectId, random.fork());
  const workers = Array.from({ length: WORKERS }, (_, n) =>
    createWorkerProcess(`worker-${n + 1}`, directory, {
      CHAOS_URLS: urls.join(','),
      CHAOS_TOKEN: api.token,
      CHAOS_RECORDER: recorder.url,
      CHAOS_SUB_PROJECT: subProjectId,
      CHAOS_SEED: String(options.seed + n + 1),
    }),
  );
  children.push(...workers);
  for (const worker of workers) await worker.start();
  const acknowledged: Acknowledged = { runs: [], processes: new Set(), counted: [], unanswered: new Set() };
  const follower = followEvents({ urls, token: api.token, subProjectId, random: random.fork() });
  try {
    const began = Date.now();
    const until = began + options.seconds * 1000;
    const drivers = Array.from({ length: DRIVERS }, (_, n) =>
      drive(n, {
        api,
        random: random.fork(),
        findings,
        subProjectId,
        workflows,
        until,
        stopping: options.stopping,
        acknowledged,
      }),
    );
    const [counts] = await Promise.all([
      injectFaults(
        {
          servers,
          workers,
          random: random.fork(),
          dataDirectory: options.databaseUrl === undefined ? join(directory, 'data') : undefined,
          say: (fault) => say(`  ${((Date.now() - began) / 1000).toFixed(1)} s  ${fault}`),
          stopping: options.stopping,
        },
        until,
      ),
      ...drivers,
    ]);
    if (options.stopping.aborted) throw new Error('interrupted');
    const waited = await waitUntilCompleted(api, subProjectId);
    const checked = await checkAll({
      api,
      findings,
      subProjectId,
      kinds,
      models,
      acknowledged,
      recorder,
      follower,
      receivers,
    });
    const { runs, unanswered, counted } = acknowledged;
    const seen = new Set(runs.map(({ kind }) => kind));
    if (seen.size < workflowKinds.length)
      findings.add('there was something to check', `only runs of ${[...seen].join(', ')}`);
    const updates = counted.reduce((sum, { confirmed }) => sum + confirmed, 0);
    say(`runs: ${checked}, of which ${runs.length} were answered; starts without an answer: ${unanswered.size}`);
    say(
      `updates: ${updates}; requests of http jobs: ${recorder.calls.length}; notes of workers: ${recorder.notes.length}`,
    );
    say(`events: ${follower.events.length}, read over ${follower.streams} streams`);
    say(`webhooks: ${receivers.all.map(({ name, deliveries }) => `${name} ${deliveries.length}`).join(', ')}`);
    say(`faults: ${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')}`);
    say(
      `starts repeated: ${servers.reduce((sum, { failedStarts }) => sum + failedStarts, 0)}; all completed after ${waited} ms`,
    );
  } finally {
    follower.close();
    await receivers.close();
  }
}

interface Deployed {
  readonly subProjectId: string;
  /** Ids by kind, and kinds by id. */
  readonly workflows: ReadonlyMap<WorkflowKind, string>;
  readonly kinds: ReadonlyMap<string, WorkflowKind>;
  readonly models: ReadonlyMap<string, ExecutableModel>;
}

async function deploy(api: Api, workUrl: string): Promise<Deployed> {
  const files = diagrams(workUrl);
  const body = { document: document(Object.keys(files)), files };
  const answer = await api.untilAnswered('POST', '/v1/process/projects/deploySubProject', body, {
    idempotencyKey: 'deploy',
  });
  const workflows = new Map<WorkflowKind, string>();
  for (const { key, id } of recordsAt(answer, 'workflows')) {
    const kind = workflowKinds.find((one) => one === key);
    if (kind !== undefined) workflows.set(kind, String(id));
  }
  const models = new Map<string, ExecutableModel>();
  for (const text of Object.values(files)) {
    for (const model of (await compile(text)).models) models.set(model.processId, model);
  }
  const kinds = new Map([...workflows].map(([kind, id]) => [id, kind]));
  return { subProjectId: String(answer.subProjectId), workflows, kinds, models };
}

/** @returns milliseconds until every run had completed, or the limit. The checks then report the runs that have not */
async function waitUntilCompleted(api: Api, subProjectId: string): Promise<number> {
  const began = Date.now();
  while (Date.now() - began < MAX_WAIT_MS) {
    const runs = await readRuns(api, subProjectId);
    if (runs.every(({ state }) => state === 'COMPLETED')) break;
    await sleep(300);
  }
  return Date.now() - began;
}

/** The last server must have stopped PostgreSQL. A PostgreSQL that still runs is a finding, and is stopped here. */
async function endPostgres({ databaseUrl, directory, findings }: ChaosOptions): Promise<void> {
  if (databaseUrl !== undefined) return;
  const pid = await findPostmaster(join(directory, 'data'));
  if (pid === undefined) return;
  findings.add('the last server stops PostgreSQL', `process ${pid} was left`);
  process.kill(pid, 'SIGINT');
}
