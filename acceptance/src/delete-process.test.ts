import { describe, expect, test } from 'vitest';
import { signInDemoClients } from './support/demo-clients.js';
import { populate } from './support/populated.js';
import { uploadFile } from './support/store.js';
import { configuration, createProcess, deploy } from './support/sub-project.js';

const { admin, owner, assignee } = await signInDemoClients();

const SECRET = 'Ada Lovelace, 12 St James Square';

/** Everything that a sub-project answers about its processes. */
async function everything(subProjectId: string): Promise<string> {
  const filters = { subProjectId_id: subProjectId };
  const answers = await Promise.all([
    owner.ok('getProcess', { page: '1', perPageCount: '100', filters, include: 'lastChange' }),
    owner.ok('getWorkflowRuns', { subProjectId }),
    owner.ok('getTasks', { subProjectId }),
    owner.ok('getIncidents', { subProjectId }),
    owner.ok('listStorage', { subProjectId }),
    owner.ok('listStorage', { subProjectId, filters: { deleted: true } }),
  ]);
  return JSON.stringify(answers);
}

describe('deleteProcess', () => {
  test('[D79] erases a process with its runs, tasks and files; the audit log keeps who did what', async () => {
    const { subProject, targets } = await populate(admin, owner);
    const { id: subProjectId } = subProject;
    const { processId, runId, fileId, taskId } = targets;
    const secretFile = await uploadFile(owner, subProjectId, { fileName: `${SECRET}.pdf` });
    await owner.ok('publishMessage', {
      subProjectId,
      name: 'nobody-waits',
      correlationKey: 'k',
      processId,
      variables: { secret: SECRET },
    });
    const kept = await createProcess(owner, subProjectId);
    const shared = await uploadFile(owner, subProjectId, { processId });
    await owner.ok('updateProcessField', {
      subProjectId,
      processId,
      updates: { notes: SECRET, document: secretFile.id },
    });
    await owner.ok('updateProcessField', { subProjectId, processId, updates: { document: shared.id } });
    await owner.ok('updateProcessField', { subProjectId, processId: kept, updates: { document: shared.id } });
    const request = { subProjectId, processId, reason: 'Asked for by the person.' };

    const { runs } = await owner.ok('getWorkflowRuns', { subProjectId, processId });
    const unfinished = runs.filter(({ state }) => ['PAUSED', 'RACING', 'FAILED'].includes(state));
    const counts = {
      runs: String(runs.length),
      unfinishedRuns: String(unfinished.length),
      files: '3',
      sharedFiles: '1',
    };
    expect(unfinished.length).toBeGreaterThan(2);
    expect(await owner.ok('deleteProcess', { ...request, dryRun: true })).toMatchObject(counts);
    await owner.refused('deleteProcess', request, 1009);
    expect(await everything(subProjectId)).toContain(processId);
    expect(await owner.ok('deleteProcess', { ...request, endRuns: true })).toEqual({
      status: 'success',
      message: 'Process deleted.',
      ...counts,
    });

    const left = await everything(subProjectId);
    for (const gone of [processId, runId, taskId, fileId, SECRET]) expect(left).not.toContain(gone);
    for (const there of [kept, shared.id]) expect(left).toContain(there);
    await owner.refused('getWorkflowRun', { subProjectId, runId }, 1200, { status: 404 });
    await owner.refused('getRunTimeline', { subProjectId, runId }, 1200, { status: 404 });
    await owner.refused('urlStorage', { subProjectId, processId: kept, fileId }, 1704);
    await owner.refused('deleteProcess', { ...request, endRuns: true }, 1221);
    const { events } = await admin.ok('getEvents', { subProjectId, limit: '1000', waitSeconds: '10' });
    expect(JSON.stringify(events)).not.toContain(SECRET);
    expect(events.at(-1)).toMatchObject({ type: 'process.deleted', processId });
    const { logs } = await admin.ok('getAuditLogs', { subProjectId, perPageCount: '1000' });
    const ofProcess = logs.filter((log) => log.processId === processId);
    expect(ofProcess.length).toBeGreaterThan(3);
    expect(ofProcess[0]).toMatchObject({
      action: 'process.delete',
      by: { name: 'Olivia Owner' },
      before: null,
      after: { reason: 'Asked for by the person.', ...counts },
    });
    for (const log of ofProcess.slice(1)) expect(log).toMatchObject({ before: null, after: null });
    expect(JSON.stringify(logs)).not.toContain(SECRET);
  });

  test('[D79] only the version that was seen, and nothing under legal hold', async () => {
    const document = configuration();
    const { id: subProjectId } = await deploy(admin, document);
    const processId = await createProcess(owner, subProjectId);
    await owner.refused('deleteProcess', { subProjectId, processId }, 1008, { headers: { 'if-match': '2' } });
    await admin.ok('deploySubProject', { subProjectId, document: { ...document, storage: { legalHold: true } } });
    await owner.refused('deleteProcess', { subProjectId, processId }, 1712);
    await admin.ok('deploySubProject', { subProjectId, document });
    await owner.ok('deleteProcess', { subProjectId, processId }, { headers: { 'if-match': '1' } });
  });

  test('[D79] runs that start meanwhile keep the process, or find it gone', async () => {
    const { subProject } = await populate(admin, owner);
    const { id: subProjectId, workflows } = subProject;
    for (let round = 0; round < 5; round++) {
      const processId = await createProcess(owner, subProjectId);
      const execute = { subProjectId, processId, stageKey: 'stage_init', workflowId: workflows.approval };
      const answers = await Promise.all([
        ...Array.from({ length: 3 }, () => owner.call('executeWorkflow', execute)),
        owner.call('deleteProcess', { subProjectId, processId, endRuns: true }),
      ]);
      expect(answers.map(({ status }) => status).every((status) => status < 500)).toBe(true);
      expect(answers.at(-1)?.status).toBe(200);
      await owner.refused('getWorkflowRuns', { subProjectId, processId }, 1200, { status: 404 });
    }
  });

  test('[D12] another row is not deleted', async () => {
    const { id: subProjectId } = await deploy(admin);
    const processId = await createProcess(owner, subProjectId);
    await assignee.refused('deleteProcess', { subProjectId, processId }, 1210);
  });
});
