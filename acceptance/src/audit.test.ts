import { describe, expect, test } from 'vitest';
import { signInDemoClients } from './support/demo-clients.js';
import { demoUserId } from './support/person.js';
import { createProcess, unknownId } from './support/sub-project.js';
import { deployWorkflows, execute } from './support/workflows.js';

const { admin, owner, manager, assignee } = await signInDemoClients();
const subProject = await deployWorkflows(admin);

const logsOf = async (query: Readonly<Record<string, unknown>>) =>
  (await owner.ok('getAuditLogs', { subProjectId: subProject.id, perPageCount: '100', ...query })).logs;

describe('getAuditLogs', () => {
  test('[D20] who, when, under which trace id, before and after', async () => {
    const traceId = `audit-${Date.now()}`;
    const processId = await createProcess(owner, subProject.id, { fields: { supplier: 'x', notes: 'old' } });
    const body = { processId, subProjectId: subProject.id, updates: { notes: 'new', amount: 2, state: 'IN_REVIEW' } };
    const begun = Date.now();
    await owner.ok('updateProcessField', body, { headers: { 'x-service-traceid': traceId } });
    const [update, create] = await logsOf({ processId });
    expect(create).toMatchObject({
      action: 'process.create',
      subjectType: 'process',
      subjectId: processId,
      before: null,
    });
    expect(update).toMatchObject({
      action: 'process.update',
      processId,
      traceId,
      by: { id: await demoUserId(admin, 'owner'), name: 'Olivia Owner' },
      before: { state: 'INIT', fields: { notes: 'old' } },
      after: { state: 'IN_REVIEW', fields: { notes: 'new', amount: 2 } },
    });
    expect(Math.abs(Date.parse(update?.createdTs ?? '') - begun)).toBeLessThan(5000);
    expect(await logsOf({ processId, filters: { traceId } })).toEqual([update]);
  });

  test('[D20] a refused change leaves no trace, a change to nothing neither', async () => {
    const processId = await createProcess(owner, subProject.id);
    const body = { processId, subProjectId: subProject.id };
    await owner.refused('updateProcessField', { ...body, updates: { amount: -1 } }, 1232);
    await owner.ok('updateProcessField', { ...body, updates: { supplier: 'Supplier' } });
    expect(await logsOf({ processId })).toHaveLength(1);
  });

  test('[D20] what a workflow does is in it, with the run that did it', async () => {
    const run = await execute(owner, subProject, 'approval');
    const resume = { subProjectId: subProject.id, runId: run.id, approved: true, payload: { comment: 'c' } };
    await owner.ok('resumeWorkflowRunsApi', resume);
    const logs = await logsOf({ processId: run.processId });
    const changed = logs.find(({ after }) => after?.state === 'APPROVED');
    expect(changed).toMatchObject({ subjectType: 'process', before: { state: 'INIT' } });
    expect(logs.map(({ subjectType }) => subjectType)).toContain('run');
    expect(logs.map(({ action }) => action)).toEqual(expect.arrayContaining(['process.create', 'run.resume']));
  });

  test('[D20] include=lastChange on getProcess says the same as the log', async () => {
    const processId = await createProcess(owner, subProject.id);
    await owner.ok('updateProcessField', { processId, subProjectId: subProject.id, updates: { notes: 'n' } });
    const [last] = await logsOf({ processId });
    const filters = { subProjectId_id: subProject.id, id: processId };
    const { processes } = await owner.ok('getProcess', {
      page: '1',
      perPageCount: '1',
      filters,
      include: 'lastChange',
    });
    const { createdTs: at, by, action, traceId } = last ?? {};
    expect(processes[0]?.lastChange).toEqual({ at, by: by?.id, action, traceId });
  });

  test('[D5] filters, newest first, pages', async () => {
    const processId = await createProcess(owner, subProject.id);
    for (const notes of ['1', '2', '3']) {
      await owner.ok('updateProcessField', { processId, subProjectId: subProject.id, updates: { notes } });
    }
    const updates = await logsOf({ processId, filters: { action: 'process.update' } });
    expect(updates.map(({ after }) => after?.fields)).toEqual([{ notes: '3' }, { notes: '2' }, { notes: '1' }]);
    const page = await owner.ok('getAuditLogs', {
      subProjectId: subProject.id,
      processId,
      page: '2',
      perPageCount: '3',
    });
    expect(page.meta).toEqual({ page: '2', perPageCount: '3', totalCount: '4', totalPages: '2' });
    expect(page.logs.map(({ action }) => action)).toEqual(['process.create']);
    const first = updates.at(-1)?.createdTs;
    expect(await logsOf({ processId, filters: { createdTs: { gt: first }, subjectId: processId } })).toHaveLength(2);
    for (const filters of [{ colour: 1 }, '{', { createdTs: 'yesterday' }]) {
      await owner.refused('getAuditLogs', { subProjectId: subProject.id, filters }, 1232);
    }
  });

  test('[D12] only a role that grants it reads it', async () => {
    await manager.refused('getAuditLogs', { subProjectId: subProject.id }, 1205);
    await owner.refused('getAuditLogs', { subProjectId: subProject.id, processId: unknownId }, 1221);
    await owner.refused('getAuditLogs', { subProjectId: unknownId }, 1202);
    await owner.refused('getAuditLogs', {}, 1200);
  });

  test('[D12] a row filter hides the history of other processes', async () => {
    const fields = { supplier: 'x', assignee: await demoUserId(admin, 'assignee') };
    const own = await createProcess(owner, subProject.id, { fields });
    const other = await createProcess(owner, subProject.id);
    const seen = await assignee.ok('getAuditLogs', { subProjectId: subProject.id, perPageCount: '1000' });
    const processIds = seen.logs.map(({ processId }) => processId);
    expect(processIds).toContain(own);
    expect(processIds).not.toContain(other);
  });
});
