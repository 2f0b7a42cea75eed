import { expect } from 'vitest';
import { countTaskComments } from '../../comments/records/count-comments.js';
import { relyingParty } from '../../identity/factors/relying-party.js';
import { createDecisionSigning } from '../../identity/passkeys/sign-decision.js';
import { disabledAssignees } from '../../identity/records/disabled-assignees.js';
import { principalOf } from '../../identity/records/principal-of.js';
import { userDirectory } from '../../identity/records/user-directory.js';
import { peopleById, userNames } from '../../identity/records/user-names.js';
import { type JobHints, listenForJobs } from '../../jobs/hints/job-hints.js';
import type { JobHandler } from '../../jobs/worker/job-handler.js';
import { createWorker, type Worker, type WorkerOptions } from '../../jobs/worker/worker.js';
import { newId } from '../../kernel/identifiers.js';
import { type Database, sql } from '../../postgres/database.js';
import { changeProcessWith } from '../../processes/change/change-process.js';
import { nothingElse } from '../../processes/testing/nothing-else.js';
import { processUseCases } from '../../processes/use-cases.js';
import { createSubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { ConfigurationDocument } from '../../sub-projects/document/model/document.js';
import { documentWorkHere } from '../../sub-projects/document/thread/document-work.js';
import { subProjectUseCases } from '../../sub-projects/use-cases.js';
import { quietLog } from '../../testing/quiet-log.js';
import { testCaller } from '../../testing/test-caller.js';
import { createTestDatabase } from '../../testing/test-database.js';
import { insertTestUsers } from '../../testing/test-users.js';
import type { Caller, UseCases } from '../../use-case/caller.js';
import { createDecisionModels } from '../decisions/decision-models.js';
import { listStuckRuns } from '../records/list-runs.js';
import { wakeConditions, wakenBy } from '../records/waits.js';
import { createDefinitions } from '../run/definitions.js';
import type { WorkflowDeps } from '../run/workflow-deps.js';
import { registerStarts } from '../starts/register-starts.js';
import { workflowUseCases } from '../use-cases.js';
import { createRunWork } from '../worker/run-work.js';

/** Who calls in the tests: a user per role, and an administrator. */
export type Who =
  | 'OWNER'
  | 'MANAGER'
  | 'ASSIGNEE'
  | 'LIMITED'
  | 'OPERATOR'
  | 'WORKER'
  | 'OWN_RUNS'
  | 'PARTIAL'
  | 'READER'
  | 'STRANGER'
  | 'ADMIN';

/** Where the passkeys of the fixture work. */
export const ORIGIN = 'https://millrace.example';

const people: readonly Who[] = [
  'OWNER',
  'MANAGER',
  'ASSIGNEE',
  'LIMITED',
  'OPERATOR',
  'WORKER',
  'OWN_RUNS',
  'PARTIAL',
  'READER',
  'STRANGER',
  'ADMIN',
];

const rolesFor = (onlyWorkflow: string): NonNullable<ConfigurationDocument['roles']> => [
  { name: 'OWNER', assignable: true, read: true, create: true, update: true, call: true, operate: true, work: true },
  { name: 'MANAGER', assignable: true, read: true, update: true, call: true },
  {
    name: 'ASSIGNEE',
    assignable: true,
    filter: { 'fields.assignee': '$user.id' },
    read: true,
    update: ['notes'],
    call: true,
  },
  { name: 'LIMITED', read: true, call: [onlyWorkflow] },
  { name: 'OPERATOR', read: true, call: true, operate: true },
  {
    name: 'OWN_RUNS',
    assignable: true,
    filter: { 'fields.assignee': '$user.id' },
    read: true,
    call: true,
    operate: true,
  },
  { name: 'PARTIAL', read: ['notes'], call: true, operate: true },
  { name: 'WORKER', work: ['pack'] },
  { name: 'READER', read: true },
];

export interface FixtureOptions {
  /** BPMN by workflow key; each is configured on `stage_init`. */
  readonly workflows: Readonly<Record<string, string>>;
  /** DMN by key. */
  readonly decisions?: Readonly<Record<string, string>>;
  readonly handlers?: readonly JobHandler[];
}

/** A database with one deployed sub-project, and the operations over it. */
export interface WorkflowFixture {
  readonly db: Database;
  /** Of the same database. */
  readonly url: string;
  /** As the owner of the schema. */
  readonly owner: Database;
  readonly subProjectId: string;
  readonly deps: WorkflowDeps;
  readonly useCases: ReturnType<typeof workflowUseCases> &
    Pick<
      UseCases,
      | 'updateProcessField'
      | 'createProcess'
      | 'getProcess'
      | 'deploySubProject'
      | 'setMemberRoles'
      | 'getEvidence'
      | 'getBulkOperation'
      | 'getBulkOperations'
      | 'cancelBulkOperation'
    >;
  caller(who: Who): Caller;
  userId(who: Who): string;
  workflowId(key: string): string;
  createProcess(fields?: object): Promise<string>;
  /** The process's state, priority, stage and fields. */
  process(id: string): Promise<{ state: string; priority: string; stageKey: string; fields: Record<string, unknown> }>;
  /** Executes as OWNER. */
  execute(key: string, processId: string, otherDetails?: object): Promise<{ id: string; state: string }>;
  /** Deploys other diagrams over the ones before, and DMN files. */
  deploy(workflows: Readonly<Record<string, string>>, decisions?: Readonly<Record<string, string>>): Promise<void>;
  /** A worker over the same database, not started. */
  worker(options?: Partial<WorkerOptions>): Worker;
  /** The run's state on the wire. */
  stateOf(runId: string): Promise<string>;
  /** Waits until the run has the state; fails after 20 s. */
  untilState(runId: string, state: string): Promise<void>;
  /** No unfinished run may be one that nothing wakes. */
  expectNothingStuck(): Promise<void>;
  drop(): Promise<void>;
}

export async function createWorkflowFixture({
  workflows,
  decisions: firstDecisions = {},
  handlers = [],
}: FixtureOptions): Promise<WorkflowFixture> {
  const { db, owner, url, drop } = await createTestDatabase();
  const hints = listenForJobs({ url, log: quietLog });
  const deps = dependencies(db, hints, handlers);
  const ports = portsOf(deps);
  const subProjectId = newId();
  const users = new Map(people.map((who) => [who, newId()]));
  const userId = (who: Who): string => users.get(who) ?? '';
  await insertTestUsers(db, users, 'ADMIN');
  const caller = (who: Who): Caller =>
    testCaller(db, { userId: userId(who), name: who, clientId: `client-${who}`, administrator: who === 'ADMIN' });
  const subProjects = subProjectUseCases({
    db,
    deployed: (tx, { subProject }) => registerStarts(tx, deps, subProject),
    storagePlugins: [],
  });
  const useCases = {
    ...workflowUseCases(deps),
    ...processUseCases({
      ...ports,
      db,
      subProjects: deps.subProjects,
      changeProcess: deps.changeProcess,
      principalOf,
      bulkUpdatesPerUser: deps.bulkUpdatesPerUser,
      log: quietLog,
      deletion: nothingElse,
    }),
    ...subProjects,
  };
  const ids = new Map<string, string>();
  const deploy: WorkflowFixture['deploy'] = async (files, decisions = {}) => {
    const deployment = await subProjects.deploySubProject(caller('ADMIN'), {
      subProjectId,
      document: JSON.stringify({
        ...documentOf(Object.keys(files), userId),
        decisions: Object.keys(decisions).map((key) => ({ key, file: `${key}.dmn` })),
      }),
      files: Object.fromEntries([
        ...Object.entries(files).map(([key, bpmn]) => [`${key}.bpmn`, bpmn]),
        ...Object.entries(decisions).map(([key, dmn]) => [`${key}.dmn`, dmn]),
      ]),
    });
    for (const { key, id } of deployment.workflows) ids.set(key, id);
  };
  await deploy(workflows, firstDecisions);
  const workflowId = (key: string): string => ids.get(key) ?? newId();
  const workers: Worker[] = [];
  const stateOf = async (runId: string) => {
    const [row] = await db<{ status: string }>`select status from runs where id = ${runId}`;
    return row?.status ?? '';
  };

  return {
    db,
    url,
    owner,
    subProjectId,
    deps,
    useCases,
    caller,
    userId,
    workflowId,
    deploy,
    stateOf,
    async createProcess(fields = {}) {
      const { id } = await useCases.createProcess(caller('OWNER'), { subProjectId, fields });
      return id;
    },
    async process(id) {
      const [row] = await db<{ state: string; priority: string; stageKey: string; fields: Record<string, unknown> }>`
        select state, priority, stage_key as "stageKey", fields from processes where id = ${id}`;
      if (row === undefined) throw new Error(`there is no process ${id}`);
      return row;
    },
    async execute(key, processId, otherDetails) {
      const { runId } = await useCases.executeWorkflow(caller('OWNER'), {
        subProjectId,
        processId,
        stageKey: 'stage_init',
        workflowId: workflowId(key),
        ...(otherDetails === undefined ? {} : { otherDetails }),
      });
      return runId;
    },
    worker(options = {}) {
      const worker = createWorker({
        db,
        runs: createRunWork(deps),
        subProjects: deps.subProjects,
        handlers,
        hints,
        log: quietLog,
        name: newId(),
        pollMs: 100,
        ...options,
      });
      workers.push(worker);
      return worker;
    },
    async untilState(runId, state) {
      await expect.poll(() => stateOf(runId), { timeout: 20_000, interval: 10 }).toBe(state);
    },
    async expectNothingStuck() {
      const { runs } = await listStuckRuns(db, subProjectId, sql`true`, { limit: 10_000 });
      expect(runs).toEqual([]);
    },
    async drop() {
      await Promise.all(workers.map((worker) => worker.stop(0)));
      await hints.close();
      await drop();
    },
  };
}

function dependencies(db: Database, hints: JobHints, handlers: readonly JobHandler[]): WorkflowDeps {
  return {
    db,
    subProjects: createSubProjects(db),
    definitions: createDefinitions(),
    decisions: createDecisionModels(),
    simulate: documentWorkHere().simulate,
    disabledAssignees,
    userNames,
    peopleById,
    findUser: (tx, userId) => principalOf(tx, { userId, scopes: [] }),
    processFiles: async () => [],
    countTaskComments,
    signing: createDecisionSigning({ party: relyingParty(ORIGIN), now: Date.now, log: quietLog }),
    changeProcess: changeProcessWith({
      attachFiles: async () => [],
      users: userDirectory,
      wakenBy: (change, changed) => wakenBy(change, changed, new Date()),
    }),
    handledTypes: new Set(handlers.map(({ type }) => type)),
    publishesEvents: true,
    bulkUpdatesPerUser: 5,
    log: quietLog,
    now: Date.now,
    hints,
  };
}

const portsOf = (deps: WorkflowDeps) => ({
  attachFiles: async () => [],
  auditedFile: () => sql`true`,
  users: userDirectory,
  processChanged: (
    tx: Parameters<typeof wakeConditions>[0],
    change: { readonly subProjectId: string; readonly processId: string },
  ) => wakeConditions(tx, change, new Date(deps.now())),
  wakenBy: (change: Parameters<typeof wakenBy>[0], changed: string) => wakenBy(change, changed, new Date(deps.now())),
});

/** The document that the fixture deploys. */
export function documentOf(workflowKeys: readonly string[], userId: (who: Who) => string): ConfigurationDocument {
  // LIMITED may call the first workflow only.
  const roles = rolesFor(workflowKeys[0] ?? '');
  return {
    name: 'Orders',
    http: { allowPrivateAddresses: ['127.0.0.1'] },
    stages: [{ key: 'stage_init', default: true }, { key: 'stage_done' }],
    states: {
      values: ['INIT', 'APPROVED', 'REJECTED'],
      transitions: [{ from: 'INIT', to: ['APPROVED', 'REJECTED'] }],
    },
    fields: {
      amount: { type: 'number', minimum: 0 },
      notes: { type: 'string' },
      assignee: { type: 'string', format: 'user' },
    },
    roles,
    members: roles.map(({ name }) => ({ user: userId(name as Who), roles: [name] })),
    workflows: workflowKeys.map((key) => ({
      key,
      name: `Workflow ${key}`,
      stages: ['stage_init'],
      file: `${key}.bpmn`,
    })),
  };
}
