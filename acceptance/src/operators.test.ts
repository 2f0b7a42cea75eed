import { describe, expect, inject, test } from 'vitest';
import { bpmn, end, flow, start, userTask } from './support/bpmn.js';
import { type Browser, openBrowser } from './support/browser.js';
import { signInDemoClients } from './support/demo-clients.js';
import { createClient, signInAdmin } from './support/http.js';
import { createPerson, type Person } from './support/person.js';
import { configuration, deploy, readProcess, unknownId } from './support/sub-project.js';
import { deployWorkflows, execute, waitForState } from './support/workflows.js';

const { admin, owner } = await signInDemoClients();
const subProject = await deployWorkflows(admin);

const of = (runId: string) => ({ subProjectId: subProject.id, runId });
const detailOf = async (runId: string) => (await owner.ok('getWorkflowRun', of(runId))).detail;

describe('incidents', () => {
  test('[D21] what cannot go on is FAILED with an incident; retried with corrected variables it goes on', async () => {
    const run = await execute(owner, subProject, 'incident');
    expect(run.state).toBe('FAILED');
    const before = await readProcess(owner, subProject.id, run.processId);
    expect(before, 'nothing of the broken step stays').toMatchObject({
      version: '1',
      fields: { supplier: 'Supplier' },
    });
    const [incident] = (await detailOf(run.id)).incidents;
    expect(incident?.elementId).toBe('broken');
    const body = { ...of(run.id), incidentId: incident?.id };
    await owner.refused('retryIncident', { ...body, incidentId: unknownId }, 1200, { status: 404 });
    const again = await owner.ok('retryIncident', body);
    expect(again.runId.state, 'without a correction there is a new incident').toBe('FAILED');
    await owner.refused('retryIncident', body, 1009);
    const open = (await detailOf(run.id)).incidents.find(({ id }) => id !== incident?.id);
    const repaired = await owner.ok('retryIncident', {
      ...of(run.id),
      incidentId: open?.id,
      variables: { updates: { supplier: 'Repaired' } },
    });
    expect(repaired.runId.state).toBe('COMPLETED');
    expect((await readProcess(owner, subProject.id, run.processId)).fields.supplier).toBe('Repaired');
  });
});

describe('cancelling', () => {
  test('[D21] ends a run and its open work at once; it neither resumes nor wakes', async () => {
    const paused = await execute(owner, subProject, 'approval');
    const racing = await execute(owner, subProject, 'timer');
    for (const run of [paused, racing]) {
      const { runId } = await owner.ok('cancelWorkflowRun', { ...of(run.id), reason: 'a test' });
      expect(runId.state).toBe('CANCELLED');
      expect(await detailOf(run.id)).toMatchObject({ tasks: [], jobs: [], timers: [], active: [] });
      await owner.refused('cancelWorkflowRun', of(run.id), 1009);
    }
    await owner.refused('resumeWorkflowRunsApi', { ...of(paused.id), approved: true }, 1209, { status: 409 });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await readProcess(owner, subProject.id, racing.processId)).fields).not.toHaveProperty('notes');
    await owner.refused('cancelWorkflowRun', of(unknownId), 1200, { status: 404 });
  });
});

describe('repair', () => {
  test('a token is moved to another element of its scope', async () => {
    const run = await execute(owner, subProject, 'unmodelled');
    const [waiting] = (await detailOf(run.id)).active.filter(({ elementId }) => elementId === 'decide');
    const body = { ...of(run.id), key: waiting?.key, toElementId: 'after' };
    await owner.refused('moveToken', { ...body, toElementId: 'nowhere' }, 1009);
    await owner.refused('moveToken', { ...body, key: 987_654 }, 1009);
    const { runId } = await owner.ok('moveToken', body);
    expect(runId.state).toBe('COMPLETED');
    expect((await readProcess(owner, subProject.id, run.processId)).fields.notes).toBe('went on');
  });

  test('a modification says what it would change, does it all or nothing, and is in the audit log', async () => {
    const run = await execute(owner, subProject, 'unmodelled');
    const move = [{ elementId: 'decide', toElementId: 'after', variableInstructions: [{ variables: { by: 'hand' } }] }];
    const body = { ...of(run.id), move };
    await owner.refused('modifyRun', { ...body, terminate: [{ key: 987_654 }] }, 1009);
    await owner.refused('modifyRun', { ...of(run.id), terminate: [{}] }, 1200);
    const preview = await owner.ok('modifyRun', { ...body, dryRun: true });
    expect(preview).toMatchObject({ runId: { state: 'COMPLETED' }, dryRun: true });
    expect(preview.changes.closed).toEqual([{ kind: 'task', elementId: 'decide' }]);
    expect((await detailOf(run.id)).tasks.map(({ elementId }) => elementId)).toEqual(['decide']);
    const { runId, changes } = await owner.ok('modifyRun', body);
    expect(runId.state).toBe('COMPLETED');
    expect(changes).toEqual(preview.changes);
    expect((await readProcess(owner, subProject.id, run.processId)).fields.notes).toBe('went on');
    const { logs } = await owner.ok('getAuditLogs', { subProjectId: subProject.id, processId: run.processId });
    const entries = logs.filter(({ action }) => action === 'run.modify');
    expect(entries).toMatchObject([{ after: { move: [{ toElementId: 'after', variables: ['by'] }] } }]);
  });

  test('a worker and an operator activate elements of an ad-hoc sub-process; a listener denies and lets a task complete', async () => {
    const run = await execute(owner, subProject, 'agent');
    const leased = async (type: string) => {
      const { jobs } = await owner.ok('activateJobs', { subProjectId: subProject.id, type, requestTimeout: 5000 });
      const [job] = jobs;
      if (job === undefined) throw new Error('no job was activated');
      return { ...job, report: { subProjectId: subProject.id, jobKey: job.key, token: job.token } };
    };
    const first = await leased('acceptance-agent');
    expect(first.variables).toMatchObject({
      answers: [],
      adHocSubProcessElements: [{ elementId: 'ask' }, { elementId: 'look' }],
    });
    const both = { type: 'adHocSubProcess', activateElements: [{ elementId: 'ask' }, { elementId: 'look' }] };
    await owner.refused('completeJob', { ...first.report, result: { ...both, type: 'userTask' } }, 1200);
    await owner.ok('completeJob', { ...first.report, result: both });
    const [task] = (await detailOf(run.id)).tasks;
    expect(task).toMatchObject({ elementId: 'ask' });
    const resume = () =>
      owner.ok('resumeWorkflowRunsApi', { ...of(run.id), taskId: task?.id, approved: true, payload: {} });
    await resume();
    const denied = await leased('acceptance-listener');
    await owner.ok('completeJob', {
      ...denied.report,
      result: { type: 'userTask', denied: true, deniedReason: 'not yet' },
    });
    const { timeline } = await owner.ok('getRunTimeline', { ...of(run.id), perPageCount: '1000' });
    expect(timeline.find(({ event }) => event === 'denied')).toMatchObject({
      elementId: 'ask',
      detail: { message: 'not yet' },
    });
    await resume();
    const allowed = await leased('acceptance-listener');
    await owner.ok('completeJob', { ...allowed.report, variables: { answer: 7 } });
    const key = (await detailOf(run.id)).active.find(({ elementId }) => elementId === 'tools')?.key;
    await owner.ok('activateElements', { ...of(run.id), key, elements: [{ elementId: 'look' }] });
    const last = await leased('acceptance-agent');
    const { runId } = await owner.ok('completeJob', {
      ...last.report,
      result: { type: 'adHocSubProcess', isCompletionConditionFulfilled: true },
    });
    expect(runId.state).toBe('COMPLETED');
    expect((await readProcess(owner, subProject.id, run.processId)).fields.notes).toBe('3');
  });

  test('nothing is ever stuck', async () => {
    await execute(owner, subProject, 'approval');
    await execute(owner, subProject, 'timer');
    await execute(owner, subProject, 'message');
    await execute(owner, subProject, 'agent');
    expect((await owner.ok('getStuckRuns', { subProjectId: subProject.id })).runs).toEqual([]);
  });
});

describe('looking into a run', () => {
  test('its detail says what it waits for', async () => {
    const [approval, timer, message] = await Promise.all(
      ['approval', 'timer', 'message'].map((key) => execute(owner, subProject, key)),
    );
    expect(await detailOf(approval?.id ?? '')).toMatchObject({ tasks: [{ elementId: 'decide', state: 'OPEN' }] });
    expect(await detailOf(timer?.id ?? '')).toMatchObject({ timers: [{ elementId: 'wait' }] });
    expect(await detailOf(message?.id ?? '')).toMatchObject({ waits: [{ elementId: 'payment', kind: 'message' }] });
    await owner.refused('getWorkflowRun', of(unknownId), 1200, { status: 404 });
  });

  test('its timeline has every element entered and completed, in order', async () => {
    const run = await execute(owner, subProject, 'approval');
    const payload = { comment: 'c' };
    await owner.ok('resumeWorkflowRunsApi', { ...of(run.id), approved: true, payload });
    const { timeline, meta } = await owner.ok('getRunTimeline', { ...of(run.id), perPageCount: '1000' });
    const sequences = timeline.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    expect(meta.totalCount).toBe(String(timeline.length));
    const completed = timeline.filter(({ event }) => event === 'completed').map(({ elementId }) => elementId);
    expect(completed.filter((id) => id !== 'approval')).toEqual(['start', 'decide', 'approved', 'setApproved', 'end']);
    await owner.refused('getRunTimeline', of(unknownId), 1200, { status: 404 });
  });
});

describe('tasks', () => {
  test('are claimed by one, and given back', async () => {
    const run = await execute(owner, subProject, 'approval');
    const here = { subProjectId: subProject.id };
    const list = async (view: string) => (await owner.ok('getTasks', { ...here, runId: run.id, view })).tasks;
    const [task] = await list('claimable');
    const { task: claimed } = await owner.ok('claimTask', { ...here, taskId: task?.id });
    expect(claimed.assignee).not.toBeNull();
    expect(await list('claimable')).toEqual([]);
    expect((await list('mine')).map(({ id }) => id)).toEqual([task?.id]);
    await admin.refused('claimTask', { ...here, taskId: task?.id }, 1009);
    const { task: released } = await owner.ok('releaseTask', { ...here, taskId: task?.id });
    expect(released.assignee).toBeNull();
    await owner.refused('claimTask', { ...here, taskId: unknownId }, 1200, { status: 404 });
    await owner.refused('releaseTask', { ...here, taskId: unknownId }, 1200, { status: 404 });
    await owner.refused('getTasks', { ...here, view: 'other' }, 1200);
  });

  test('[D151] that are for a client are those of its person, who signs in with a browser', async () => {
    const admins = await signInAdmin(inject('demoUrl'));
    const [ann, ben] = [await createPerson(admins, 'Ann'), await createPerson(admins, 'Ben')];
    const taskFor = (id: string, attribute: string) =>
      userTask(id, `<zeebe:assignmentDefinition ${attribute}="${ann.clientId}" />`);
    const line = [start(), taskFor('own', 'assignee'), taskFor('shared', 'candidateUsers'), end()].join('');
    const flows = [flow('start', 'own'), flow('own', 'shared'), flow('shared', 'end')].join('');
    const document = configuration({
      members: [ann, ben].map(({ userId }) => ({ user: userId, roles: ['OWNER'] })),
      roles: [{ name: 'OWNER', read: true, create: true, update: true, call: true }],
      workflows: [{ key: 'asks', name: 'Asks', stages: ['stage_init'], file: 'asks.bpmn' }],
    });
    const project = await deploy(admins, document, { 'asks.bpmn': bpmn('asks', `${line}${flows}`) });
    const run = await execute(ben.client, project, 'asks');
    const browserOf = async ({ client, email }: Person) => {
      const password = 'correct horse battery staple';
      await client.ok('setPassword', { password });
      const browser = openBrowser(inject('demoUrl'));
      await browser.ok('signIn', { email, password });
      return browser;
    };
    const [annsBrowser, bensBrowser] = [await browserOf(ann), await browserOf(ben)];
    const asked = async (browser: Browser, view: string) => {
      const { tasks } = await browser.ok('getInbox', { subProjectId: project.id, view });
      return tasks.map(({ task }) => task.elementId);
    };
    expect([await asked(annsBrowser, 'mine'), await asked(bensBrowser, 'mine')]).toEqual([['own'], []]);
    const decision = { subProjectId: project.id, runId: run.id, approved: true };
    await bensBrowser.refused('resumeWorkflowRunsApi', decision, 1209);
    await annsBrowser.ok('resumeWorkflowRunsApi', decision);
    expect([await asked(annsBrowser, 'team'), await asked(bensBrowser, 'team')]).toEqual([['shared'], []]);
    const token = await annsBrowser.ok('createPersonalToken', { name: 'Tasks' });
    const personal = createClient(inject('demoUrl'), token.token);
    expect((await personal.ok('getTasks', { subProjectId: project.id, view: 'claimable' })).tasks).toHaveLength(1);
    await personal.ok('resumeWorkflowRunsApi', decision);
  });

  test('of ten simultaneous claims by different users exactly one wins', async () => {
    const run = await execute(owner, subProject, 'approval');
    const { tasks } = await owner.ok('getTasks', { subProjectId: subProject.id, runId: run.id });
    const body = { subProjectId: subProject.id, taskId: tasks[0]?.id };
    const answers = await Promise.all(
      [owner, admin, owner, admin, owner, admin].map((one) => one.call('claimTask', body)),
    );
    const winners = new Set(
      answers.flatMap(({ status, json }) => (status === 200 ? [JSON.stringify((json as { task: object }).task)] : [])),
    );
    expect(winners.size).toBe(1);
  });
});

describe('messages and signals', () => {
  test('a message reaches the run with its name and correlation key, once', async () => {
    const run = await execute(owner, subProject, 'message');
    const other = await execute(owner, subProject, 'message');
    expect(run.state).toBe('PAUSED');
    const message = { subProjectId: subProject.id, name: 'invoice-paid', correlationKey: run.processId };
    const sent = await owner.ok('publishMessage', { ...message, variables: { amount: 99 } });
    expect(sent.status).toBe('correlated');
    expect((await waitForState(owner, subProject.id, run.id, 'COMPLETED')).run.state).toBe('COMPLETED');
    expect((await readProcess(owner, subProject.id, run.processId)).fields.amount).toBe(99);
    expect((await owner.ok('getWorkflowRun', of(other.id))).run.state).toBe('PAUSED');
  });

  test('a message published first is kept for the run that comes to wait for it', async () => {
    const waiting = await execute(owner, subProject, 'straight');
    const message = { subProjectId: subProject.id, name: 'invoice-paid', correlationKey: waiting.processId };
    const sent = await owner.ok('publishMessage', { ...message, messageId: 'm1', variables: { amount: 5 } });
    expect(sent.status).toBe('buffered');
    await owner.ok('publishMessage', { ...message, messageId: 'm1', variables: { amount: 6 } });
    const run = await execute(owner, subProject, 'message', { processId: waiting.processId });
    await waitForState(owner, subProject.id, run.id, 'COMPLETED');
    expect((await readProcess(owner, subProject.id, run.processId)).fields.amount).toBe(5);
    const next = await execute(owner, subProject, 'message', { processId: waiting.processId });
    expect(next.state, 'the same message id was published once').toBe('PAUSED');
  });

  test('a signal reaches every run of the sub-project that waits for it', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => execute(owner, subProject, 'signal')));
    const { runCount } = await owner.ok('broadcastSignal', { subProjectId: subProject.id, name: 'books-closed' });
    expect(runCount).toBe('3');
    for (const run of runs) {
      expect((await waitForState(owner, subProject.id, run.id, 'COMPLETED')).run.state).toBe('COMPLETED');
    }
    const nobody = await owner.ok('broadcastSignal', { subProjectId: subProject.id, name: 'never-heard' });
    expect(nobody.runCount).toBe('0');
  });
});
