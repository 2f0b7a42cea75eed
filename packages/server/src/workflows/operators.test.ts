import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kernel/identifiers.js';
import {
  call,
  catching,
  diagram,
  end,
  file,
  flow,
  on,
  process,
  service,
  start,
  update,
  user,
} from './testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from './testing/workflow-fixture.js';

const approval = diagram('approval', start(), user('a'), user('b'), end(), flow('s a b e'));
const renamed = diagram('approval', start(), user('a2'), user('b'), user('c'), end(), flow('s a2 b c e'));
const removed = diagram('approval', start(), user('z'), end(), flow('s z e'));
const busy = diagram('busy', start(), service('work', 'pack'), end(), flow('s work e'));
const timed = diagram('timed', start(), catching('wait', on.timer('PT1H')), end(), flow('s wait e'));
const caller = diagram(
  'caller',
  start(),
  call('c', 'callee'),
  update('note', '={notes: said}'),
  end(),
  flow('s c note e'),
);
const callee = diagram('callee', start(), user('ask'), end(), flow('s ask e'));
const lost = diagram('lost', start(), call('c', '=otherDetails.which'), end(), flow('s c e'));
const family = file(
  process('family', start('s1'), call('c1', 'inner'), end('e1'), flow('s1 c1 e1')),
  process('inner', start('s2'), user('inside'), end('e2'), flow('s2 inside e2')),
);

describe('operators and calls', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { approval, busy, timed, caller, callee, lost } });
  });
  afterAll(async () => {
    await fixture.expectNothingStuck();
    await fixture.drop();
  });

  const on_ = (runId: string) => ({ subProjectId: fixture.subProjectId, runId });
  const detailOf = async (runId: string) =>
    (await fixture.useCases.getWorkflowRun(fixture.caller('OWNER'), on_(runId))).detail;
  const resume = (runId: string, payload: object = {}) =>
    fixture.useCases.resumeWorkflowRunsApi(fixture.caller('MANAGER'), { ...on_(runId), approved: true, payload });
  const operator = (who: Who = 'OPERATOR') => fixture.caller(who);

  it('cancels a run with all its open work, once', async () => {
    for (const key of ['approval', 'busy', 'timed', 'caller']) {
      const run = await fixture.execute(key, await fixture.createProcess());
      const cancelled = await fixture.useCases.cancelWorkflowRun(operator(), { ...on_(run.id), reason: 'by mistake' });
      expect(cancelled).toEqual({ runId: { id: run.id, state: 'CANCELLED' } });
      expect(await detailOf(run.id)).toMatchObject({ active: [], tasks: [], jobs: [], timers: [], waits: [] });
      await expect(fixture.useCases.cancelWorkflowRun(operator(), on_(run.id))).rejects.toMatchObject({ id: 1009 });
    }
  });

  it('[D13] lets only operators repair, and only runs that exist', async () => {
    const run = await fixture.execute('approval', await fixture.createProcess());
    for (const who of ['MANAGER', 'READER', 'STRANGER'] as const) {
      await expect(fixture.useCases.cancelWorkflowRun(operator(who), on_(run.id))).rejects.toMatchObject({ id: 1209 });
    }
    for (const runId of [newId(), 'no-uuid']) {
      await expect(fixture.useCases.cancelWorkflowRun(operator(), on_(runId))).rejects.toMatchObject({
        id: 1200,
        status: 404,
      });
    }
    await expect(
      fixture.useCases.retryIncident(operator(), { ...on_(run.id), incidentId: newId() }),
    ).rejects.toMatchObject({ id: 1200, status: 404 });
  });

  it('moves a token to another element', async () => {
    const run = await fixture.execute('approval', await fixture.createProcess());
    const [active] = (await detailOf(run.id)).tasks;
    const key = (await detailOf(run.id)).active.find(({ elementId }) => elementId === 'a')?.key ?? 0;
    expect(active?.elementId).toBe('a');
    await expect(
      fixture.useCases.moveToken(operator(), { ...on_(run.id), key, toElementId: 'nowhere' }),
    ).rejects.toMatchObject({ id: 1009 });
    await fixture.useCases.moveToken(operator(), { ...on_(run.id), key, toElementId: 'b' });
    expect((await detailOf(run.id)).tasks.map(({ elementId }) => elementId)).toEqual(['b']);
    expect(await resume(run.id)).toMatchObject({ runId: { state: 'COMPLETED' } });
  });

  it('[D25] migrates a run to another version with a mapping, and refuses what would be unsound', async () => {
    const run = await fixture.execute('approval', await fixture.createProcess());
    await fixture.deploy({ approval: removed, busy, timed, caller, callee, lost });
    await expect(fixture.useCases.migrateRun(operator(), on_(run.id))).rejects.toMatchObject({
      id: 1009,
      detail: expect.stringContaining('a: the new version has no element a'),
    });
    await fixture.deploy({ approval: renamed, busy, timed, caller, callee, lost });
    await expect(fixture.useCases.migrateRun(operator(), { ...on_(run.id), version: '99' })).rejects.toMatchObject({
      id: 1200,
      status: 404,
    });
    await expect(fixture.useCases.migrateRun(operator(), { ...on_(run.id), version: '1' })).rejects.toMatchObject({
      id: 1009,
    });
    await fixture.useCases.migrateRun(operator(), { ...on_(run.id), mapping: { a: 'a2' } });
    expect(await detailOf(run.id)).toMatchObject({ workflowVersion: '3', tasks: [{ elementId: 'a2' }] });
    await resume(run.id);
    await resume(run.id);
    expect((await detailOf(run.id)).tasks.map(({ elementId }) => elementId)).toEqual(['c']);
    expect(await resume(run.id)).toMatchObject({ runId: { state: 'COMPLETED' } });
    await fixture.deploy({ approval, busy, timed, caller, callee, lost });
  });

  it('calls another workflow inline and takes its variables back', async () => {
    const processId = await fixture.createProcess();
    const run = await fixture.execute('caller', processId);
    expect(run.state).toBe('PAUSED');
    expect((await detailOf(run.id)).tasks.map(({ elementId }) => elementId)).toEqual(['ask']);
    expect(await resume(run.id, { said: 'from the callee' })).toMatchObject({ runId: { state: 'COMPLETED' } });
    expect((await fixture.process(processId)).fields.notes).toBe('from the callee');
  });

  it('makes a call that finds nothing an incident', async () => {
    const run = await fixture.execute('lost', await fixture.createProcess(), { which: 'nobody' });
    expect(run.state).toBe('FAILED');
    expect((await detailOf(run.id)).incidents).toMatchObject([
      { kind: 'call', elementId: 'c', message: expect.stringContaining('"nobody"') },
    ]);
    await fixture.useCases.cancelWorkflowRun(operator(), on_(run.id));
  });

  it('calls a process of the same file', async () => {
    await fixture.deploy({ approval, busy, timed, caller, callee, lost });
    await fixture.useCases.deploySubProject(fixture.caller('ADMIN'), {
      document: JSON.stringify({
        name: 'Family',
        stages: [{ key: 'stage_init', default: true }],
        roles: [{ name: 'OWNER', read: true, create: true, call: true }],
        members: [{ user: fixture.userId('OWNER'), roles: ['OWNER'] }],
        workflows: [{ key: 'f', name: 'Family', stages: ['stage_init'], file: 'family.bpmn', process: 'family' }],
      }),
      files: { 'family.bpmn': family },
      subProjectId: newId(),
    });
    const [row] = await fixture.db<{ subProjectId: string; workflowId: string }>`
      select sub_project_id as "subProjectId", id as "workflowId" from workflows where key = 'f'`;
    const subProjectId = row?.subProjectId ?? '';
    const owner = fixture.caller('OWNER');
    const { id: processId } = await fixture.useCases.createProcess(owner, { subProjectId });
    const request = { subProjectId, processId, stageKey: 'stage_init', workflowId: row?.workflowId ?? '' };
    const { runId } = await fixture.useCases.executeWorkflow(owner, request);
    expect(runId.state).toBe('PAUSED');
    const resumed = await fixture.useCases.resumeWorkflowRunsApi(owner, {
      subProjectId,
      runId: runId.id,
      approved: true,
    });
    expect(resumed.runId.state).toBe('COMPLETED');
  });
});
