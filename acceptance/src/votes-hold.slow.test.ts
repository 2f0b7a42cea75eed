import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bpmn, end, flow, start, userTask } from './support/bpmn.js';
import { type Client, createClient, problemOf, signInAdmin } from './support/http.js';
import { createPerson, type Person } from './support/person.js';
import { createHome, type Home, type ServerProcess, startServerProcess } from './support/server-process.js';
import { configuration, createProcess, deploy, type SubProject } from './support/sub-project.js';
import { type AuditRow, substituteViolations, voteViolations } from './support/vote-violations.js';
import { execute } from './support/workflows.js';

const ROUNDS = 5;
/** No round begins after this time. One takes as long as a server needs to start: a few seconds, more where much else runs. */
const LAST_ROUND_MS = 25_000;
const RUNS_PER_ROUND = 3;
/** For a machine on which a start of a server takes a minute. */
const PATIENCE_MS = 600_000;
const PEOPLE = 6;
/** They vote for others only. */
const STAND_INS = 2;
/** In one of them, not the first, a server is killed. */
const WAVES = 6;

const oneOf = <T>(...choices: readonly T[]): T => choices[randomInt(choices.length)] as T;
const some = <T>(choices: readonly T[]): readonly T[] => choices.filter(() => randomInt(3) === 0);

/** Two tasks that are open at the same time, with rules by chance. */
function drawRules(key: string): string {
  const rulesOf = (other: string) => some(['starter', `task:${other}`, 'field:requester', 'editor:amount']);
  const approval = (other: string) => {
    const separation = rulesOf(other).join(', ');
    const quorum = oneOf(1, 2, 2, 3);
    return `<zeebe:assignmentDefinition candidateGroups="VOTER" /><millrace:approval quorum="${quorum}" veto="${oneOf('first', 'quorum', 'none')}"${separation === '' ? '' : ` separation="${separation}"`}/>`;
  };
  const gateway = (id: string) => `<bpmn:parallelGateway id="${id}" />`;
  const elements = [
    start(),
    gateway('split'),
    userTask('a', approval('b')),
    userTask('b', approval('a')),
    gateway('join'),
    end(),
    ...[
      ['start', 'split'],
      ['split', 'a'],
      ['split', 'b'],
      ['a', 'join'],
      ['b', 'join'],
      ['join', 'end'],
    ].map(([from = '', to = '']) => flow(from, to)),
  ];
  return bpmn(key, elements.join('\n')).replace(
    '<bpmn:definitions ',
    '<bpmn:definitions xmlns:millrace="urn:millrace:bpmn:1" ',
  );
}

const keys = ['first', 'second', 'third', 'fourth'] as const;
const files = Object.fromEntries(keys.map((key) => [`${key}.bpmn`, drawRules(key)]));

let home: Home;
let servers: ServerProcess[] = [];
let admin: Client;
let people: readonly Person[];
let subProject: SubProject;

/** Two servers of their own on one database: a data directory is shared, the addresses are not. */
const begin = () => startServerProcess(home, ['start']);
beforeAll(async () => {
  home = await createHome({ MILLRACE_LOG_LEVEL: 'warn' });
  servers = [await begin(), await begin()];
  admin = await signInAdmin(servers[0]?.url ?? '');
  people = await Promise.all(Array.from({ length: PEOPLE + STAND_INS }, (_, n) => createPerson(admin, `Person ${n}`)));
  const role = { read: true, create: true, update: true, call: true };
  const document = configuration({
    fields: { supplier: { type: 'string' }, amount: { type: 'number' }, requester: { type: 'string' } },
    roles: [
      { name: 'VOTER', ...role },
      { name: 'READER', read: true, update: true },
      { name: 'STAND_IN', ...role },
    ],
    // The last of the people may set the amount, and may not vote.
    members: people.map(({ userId }, n) => ({
      user: userId,
      roles: [n < PEOPLE - 1 ? 'VOTER' : n < PEOPLE ? 'READER' : 'STAND_IN'],
    })),
    workflows: keys.map((key) => ({ key, name: key, stages: ['stage_init'], file: `${key}.bpmn` })),
  });
  subProject = await deploy(admin, document, files);
}, PATIENCE_MS);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await home.remove();
});

interface OpenRun {
  readonly id: string;
  readonly processId: string;
  readonly taskIds: readonly string[];
}

/** Somebody calls one of the servers by chance. */
const asSomebody = (person: Person): Client => createClient(oneOf(...servers).url, person.client.token);

async function beginRun(): Promise<OpenRun> {
  const { id: subProjectId } = subProject;
  const starter = asSomebody(oneOf(...people.slice(0, PEOPLE - 1), ...people.slice(PEOPLE)));
  const requester = oneOf(...people).userId;
  const processId = await createProcess(starter, subProjectId, { fields: { supplier: 's', amount: 1, requester } });
  const run = await execute(starter, subProject, oneOf(...keys), { processId });
  const { tasks } = await admin.ok('getTasks', { subProjectId, runId: run.id });
  return { id: run.id, processId, taskIds: tasks.map(({ id }) => id) };
}

/** A vote or another amount, by somebody on some server. @returns the task of a vote that was answered with success */
async function act({ processId, taskIds }: OpenRun): Promise<string | undefined> {
  const { id: subProjectId } = subProject;
  const client = asSomebody(oneOf(...people));
  try {
    if (randomInt(5) === 0) {
      await client.call('updateProcessField', { subProjectId, processId, updates: { amount: randomInt(1000) } });
      return undefined;
    }
    if (randomInt(4) === 0) {
      await changeSubstitute();
      return undefined;
    }
    const taskId = oneOf(...taskIds);
    const answer = await client.call('castVote', {
      subProjectId,
      taskId,
      outcome: oneOf('approve', 'approve', 'reject'),
    });
    if (answer.status === 200) return taskId;
    expect([1009, 1209], answer.text).toContain(problemOf(answer).id);
    return undefined;
  } catch (error) {
    // The server was killed; whether it took the vote, the audit log says.
    expect(String((error as Error).cause ?? error)).toMatch(
      /fetch failed|terminated|ECONNRE|socket|closed|connection/i,
    );
    return undefined;
  }
}

/** A voter names a stand-in, or ends what a voter named before. */
async function changeSubstitute(): Promise<void> {
  const { id: subProjectId } = subProject;
  const person = oneOf(...people.slice(0, PEOPLE - 1));
  const client = asSomebody(person);
  const { json } = await client.call('getDelegations', { subProjectId });
  const [held] = (json as { readonly delegations?: readonly { readonly id: string }[] }).delegations ?? [];
  if (held !== undefined && randomInt(2) === 0) {
    await client.call('endDelegation', { subProjectId, delegationId: held.id });
    return;
  }
  const substituteId = oneOf(...people.slice(PEOPLE)).userId;
  await client.call('createDelegation', { subProjectId, substituteId });
}

/** A run in which a substitute votes for whoever may: by chance alone it could be that none does. */
async function letSubstituteVote(): Promise<OpenRun> {
  const { id: subProjectId } = subProject;
  const run = await beginRun();
  for (const standIn of people.slice(PEOPLE)) {
    for (const person of people.slice(0, PEOPLE - 1)) {
      await asSomebody(person).call('createDelegation', { subProjectId, substituteId: standIn.userId });
      for (const taskId of run.taskIds) {
        const asked = { subProjectId, taskId, outcome: 'approve', onBehalfOf: person.userId };
        if ((await asSomebody(standIn).call('castVote', asked)).status === 200) return run;
      }
    }
  }
  throw new Error('no substitute may vote for anybody');
}

/** One server is killed while people vote on both, and comes back. */
async function playRound(runs: readonly OpenRun[]): Promise<readonly string[]> {
  const victim = randomInt(servers.length);
  const killedIn = 1 + randomInt(WAVES - 1);
  const voted: (string | undefined)[] = [];
  for (let wave = 0; wave < WAVES; wave += 1) {
    const acts = runs.flatMap((run) => Array.from({ length: 1 + randomInt(4) }, () => act(run)));
    // The requests are on their way.
    if (wave === killedIn) await servers[victim]?.stop('SIGKILL');
    voted.push(...(await Promise.all(acts)));
  }
  servers[victim] = await begin();
  return voted.filter((taskId) => taskId !== undefined);
}

async function auditOf({ processId }: OpenRun): Promise<readonly AuditRow[]> {
  const query = { subProjectId: subProject.id, processId, page: '1', perPageCount: '1000' };
  return (await adminNow().ok('getAuditLogs', query)).logs;
}

async function delegationRows(): Promise<readonly AuditRow[]> {
  const filters = { subjectType: 'delegation' };
  const query = { subProjectId: subProject.id, filters, page: '1', perPageCount: '1000' };
  return (await adminNow().ok('getAuditLogs', query)).logs;
}

/** The administrator, on a server that lives. */
const adminNow = (): Client => createClient(servers[0]?.url ?? '', admin.token);

test('[D117] votes on two servers that are killed in between break no quorum, veto or separation, and none is lost', {
  timeout: PATIENCE_MS,
}, async () => {
  const begun = Date.now();
  const runs: OpenRun[] = [];
  const answered: string[] = [];
  for (let round = 0; round < ROUNDS && (round === 0 || Date.now() - begun < LAST_ROUND_MS); round += 1) {
    admin = adminNow();
    const fresh = await Promise.all(Array.from({ length: RUNS_PER_ROUND }, beginRun));
    runs.push(...fresh);
    answered.push(...(await playRound(fresh)));
  }
  // The server that was killed last has another address now.
  admin = adminNow();
  runs.push(await letSubstituteVote());
  const logged: string[] = [];
  let forOthers = 0;
  const delegations = await delegationRows();
  for (const run of runs) {
    const rows = await auditOf(run);
    expect(substituteViolations(rows, delegations)).toEqual([]);
    expect(voteViolations(rows), JSON.stringify({ files, rows }, null, 1)).toEqual([]);
    forOthers += rows.filter(({ action, after }) => action === 'run.vote' && isForOther(after)).length;
    logged.push(...rows.flatMap(({ action, after }) => (action === 'run.vote' ? [String(taskIdOf(after))] : [])));
  }
  // What was answered is in the log; a killed server may have stored more.
  for (const taskId of new Set(answered)) {
    const count = (all: readonly string[]) => all.filter((one) => one === taskId).length;
    expect(count(logged)).toBeGreaterThanOrEqual(count(answered));
  }
  expect(answered.length).toBeGreaterThan(0);
  expect(forOthers).toBeGreaterThan(0);
  expect((await adminNow().ok('getStuckRuns', { subProjectId: subProject.id })).runs).toEqual([]);
});

const isForOther = (after: unknown): boolean =>
  typeof (after as { readonly onBehalfOf?: unknown } | null)?.onBehalfOf === 'string';

const taskIdOf = (after: unknown): unknown => (after as { readonly taskId?: unknown } | null)?.taskId;

test('the checker names what breaks a rule', () => {
  let at = 0;
  const row = (action: string, by: string, after: object): AuditRow => {
    at += 1;
    return { createdTs: new Date(at).toISOString(), action, by: { id: by }, after };
  };
  const began = row('run.start', 'ada', { state: 'PAUSED' });
  const made = row('process.create', 'eve', { fields: { amount: 1, requester: 'rob' } });
  const vote = (by: string, elementId: string, more: object = {}) =>
    row('run.vote', by, {
      elementId,
      outcome: 'approve',
      result: 'open',
      quorum: 2,
      veto: 'first',
      state: 'PAUSED',
      ...more,
    });
  const approved = { quorum: 1, result: 'approved' };
  const cases: readonly (readonly [string, readonly AuditRow[]])[] = [
    ['started the run', [vote('ada', 'a', { separation: ['starter'] })]],
    ['set the amount', [vote('eve', 'a', { separation: ['editor:amount'] })]],
    [
      'set the amount',
      [
        row('process.update', 'x', { fields: { amount: 2 }, enteredBy: ['bob'] }),
        vote('bob', 'a', { separation: ['editor:amount'] }),
      ],
    ],
    ['is the requester', [vote('rob', 'a', { separation: ['field:requester'] })]],
    ['voted at b too', [vote('bob', 'b'), vote('bob', 'a', { separation: ['task:b'] })]],
    ['voted at a too', [vote('bob', 'a', { separation: ['task:b'] }), vote('bob', 'b')]],
    ['voted twice', [vote('bob', 'a', { quorum: 3 }), vote('bob', 'a', { quorum: 3 })]],
    ['voted twice', [vote('bob', 'a', { quorum: 3 }), vote('sue', 'a', { quorum: 3, onBehalfOf: 'bob' })]],
    ['started the run', [vote('sue', 'a', { separation: ['starter'], onBehalfOf: 'ada' })]],
    ['voted at a too', [vote('sue', 'a', { separation: ['task:b'], onBehalfOf: 'bob' }), vote('bob', 'b')]],
    ['voted after the task closed', [vote('bob', 'a', approved), vote('cleo', 'a', approved)]],
    ['made it approved with 1', [vote('bob', 'a', { result: 'approved' })]],
    ['made it open with 2', [vote('bob', 'a'), vote('cleo', 'a')]],
    ['made it open against a veto', [vote('bob', 'a', { outcome: 'reject' })]],
    ['the run is COMPLETED', [vote('bob', 'a', { ...approved, state: 'COMPLETED' })]],
    ['the run is PAUSED', [vote('bob', 'a', approved), vote('cleo', 'b', approved)]],
  ];
  for (const [what, rows] of cases) {
    expect(voteViolations([began, made, ...rows]), what).toEqual([expect.stringContaining(what)]);
  }
  const named = { personId: 'bob', substituteId: 'sue' };
  const forBob = vote('sue', 'a', { onBehalfOf: 'bob' });
  const created = { ...row('delegation.create', 'bob', named), createdTs: new Date(0).toISOString() };
  expect(substituteViolations([forBob], [created])).toEqual([]);
  expect(substituteViolations([forBob], [])).toEqual([expect.stringContaining('without a delegation')]);
  const ended = {
    ...row('delegation.end', 'bob', {}),
    before: named,
    after: null,
    createdTs: new Date(1).toISOString(),
  };
  expect(substituteViolations([forBob], [created, ended])).toEqual([expect.stringContaining('without a delegation')]);
  const whole = [vote('bob', 'a', approved), vote('cleo', 'b', { ...approved, state: 'COMPLETED' })];
  expect(voteViolations([began, made, ...whole])).toEqual([]);
});
