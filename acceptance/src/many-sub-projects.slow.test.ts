import { afterAll, beforeAll, expect, test } from 'vitest';
import { diagrams } from './support/diagrams.js';
import { type Client, signInAdmin } from './support/http.js';
import { createPerson } from './support/person.js';
import { createHome, type Home, type ServerProcess, startServerProcess } from './support/server-process.js';
import { configuration, deploy, everythingRole } from './support/sub-project.js';
import { execute } from './support/workflows.js';

const SUB_PROJECTS = 200;
/** Of them so many have a task for the person. */
const WITH_TASKS = 20;
/** Milliseconds that a request takes at most here, also on a busy machine. */
const MOST_MS = 1000;

let home: Home;
let server: ServerProcess;
let person: Client;

beforeAll(async () => {
  home = await createHome({ MILLRACE_LOG_LEVEL: 'warn' });
  server = await startServerProcess(home, ['start']);
  const admin = await signInAdmin(server.url);
  const { client, email, userId } = await createPerson(admin, 'Ada');
  person = client;
  const workflows = [{ key: 'approval', name: 'Approval', stages: ['stage_init'], file: 'approval.bpmn' }];
  const files = { 'approval.bpmn': diagrams['approval.bpmn'] };
  // Every second one has a role that sees the person's own rows alone.
  const own = { ...everythingRole('OWN'), filter: { 'fields.assignee': '$user.id' } };
  for (let index = 0; index < SUB_PROJECTS; index += 1) {
    const roles = [index % 2 === 0 ? everythingRole('OWN') : own];
    const members = [{ user: email, roles: ['OWN'] }];
    const subProject = await deploy(admin, configuration({ roles, members, workflows }), files);
    const mine = { fields: { supplier: 'Supplier', assignee: userId } };
    if (index % (SUB_PROJECTS / WITH_TASKS) !== 1) continue;
    const { id: processId } = await admin.ok('createProcess', { subProjectId: subProject.id, ...mine });
    await execute(admin, subProject, 'approval', { processId });
  }
}, 300_000);
afterAll(async () => {
  await server?.stop();
  await home.remove();
});

/** The median of the milliseconds that requests took. */
async function timeOf(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let request = 0; request < 15; request += 1) {
    const begun = performance.now();
    await ask();
    times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b)[7] ?? Number.NaN;
}

test('[D99] what a person in 200 sub-projects may do, and their inbox, are read at once', {
  timeout: 120_000,
}, async () => {
  const { subProjects } = await person.ok('getMe', {});
  expect(subProjects).toHaveLength(SUB_PROJECTS);
  const { tasks, counts } = await person.ok('getInbox', { view: 'team', limit: '100' });
  expect(tasks).toHaveLength(WITH_TASKS);
  expect(counts).toMatchObject({ mine: 0, team: WITH_TASKS, atLeast: false });
  const times = {
    getMe: await timeOf(() => person.ok('getMe', {})),
    mine: await timeOf(() => person.ok('getInbox', { view: 'mine' })),
    team: await timeOf(() => person.ok('getInbox', { view: 'team' })),
    done: await timeOf(() => person.ok('getInbox', { view: 'done' })),
  };
  expect(Math.max(...Object.values(times)), JSON.stringify(times)).toBeLessThan(MOST_MS);
});
