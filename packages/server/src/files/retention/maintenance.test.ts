import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../postgres/database.js';
import { createSubProjects } from '../../sub-projects/configuration/sub-projects.js';
import { createFileFixture, type FileFixture, sendForm } from '../testing/file-fixture.js';
import { maintainFiles, tidyFiles } from './maintenance.js';

let fixture: FileFixture;
beforeAll(async () => {
  fixture = await createFileFixture();
});
afterAll(() => fixture.drop());

const days = 24;
const nothing = { expired: 0, purged: 0, removed: 0, settled: 0, failures: {} };
const maintain = (options = {}) => maintainFiles(fixture.deps, options);

async function locate(fileId: string) {
  const [row] = await fixture.db<{ key: string; plugin: string }>`
    select object_key as key, plugin from files where id = ${fileId}`;
  if (row === undefined) throw new Error('no such row');
  return row;
}
const exists = async (fileId: string) => (await fixture.db`select from files where id = ${fileId}`).count > 0;
const stored = async ({ plugin, key }: { plugin: string; key: string }) =>
  (await fixture.deps.storage.head(plugin, key)) !== undefined;
const auditOf = async (fileId: string) =>
  fixture.db<{ action: string; byName: string }>`
    select action, by_name as "byName" from audit_log where subject_id = ${fileId} order by id desc limit 1`;

async function openUpload(hours: number, changes = {}): Promise<string> {
  const { file, aws } = await fixture.create(changes);
  await sendForm(aws, 'never closed');
  await fixture.age(file.id, 'created_ts', hours);
  return file.id;
}
async function deletedFile(hours: number, changes = {}): Promise<string> {
  const { id } = await fixture.upload(changes);
  await fixture.useCases.deleteStorage(fixture.caller('OWNER'), { fileIds: [id] });
  await fixture.age(id, 'deleted_ts', hours);
  return id;
}

describe('maintenance of files', () => {
  it('[D30] removes uploads left open for 24 hours with their objects, and no others', async () => {
    const [old, young] = [await openUpload(25), await openUpload(23)];
    const { id: closed } = await fixture.upload();
    await fixture.age(closed, 'created_ts', 1000);
    const object = await locate(old);
    expect(await maintain()).toEqual({ expired: 1, purged: 0, removed: 1, settled: 0, failures: {} });
    expect([await exists(old), await stored(object)]).toEqual([false, false]);
    expect([await exists(young), await exists(closed)]).toEqual([true, true]);
    expect(await auditOf(old)).toEqual([{ action: 'file.expire', byName: 'system' }]);
    expect(await maintain()).toEqual(nothing);
  });

  it('[D32] purges files 30 days after their deletion; from then on they are 1704', async () => {
    const processId = await fixture.createProcess();
    const [old, young] = [await deletedFile(31 * days, { processId }), await deletedFile(29 * days)];
    const object = await locate(old);
    expect(await maintain()).toEqual({ expired: 0, purged: 1, removed: 1, settled: 0, failures: {} });
    expect([await exists(old), await stored(object), await exists(young)]).toEqual([false, false, true]);
    expect(await auditOf(old)).toEqual([{ action: 'file.purge', byName: 'system' }]);
    const again = { fileIds: [old], recover: true };
    await expect(fixture.useCases.deleteStorage(fixture.caller('OWNER'), again)).rejects.toMatchObject({ id: 1704 });
  });

  it('[D32] removes nothing of a sub-project under legal hold, however old', async () => {
    const held = await fixture.addSubProject();
    const [open, deleted] = [
      await openUpload(1000, { subProjectId: held }),
      await deletedFile(100 * days, { subProjectId: held }),
    ];
    // A version never changes once deployed, so this is a new server that reads it for the first time.
    await fixture.db`
      update sub_project_versions
      set configuration = jsonb_set(configuration, '{document,storage,legalHold}', 'true')
      where sub_project_id = ${held}`;
    const deps = { ...fixture.deps, subProjects: createSubProjects(fixture.db) };
    const free = await openUpload(25);
    expect(await maintainFiles(deps)).toEqual({ expired: 1, purged: 0, removed: 1, settled: 0, failures: {} });
    expect([await exists(open), await exists(deleted), await exists(free)]).toEqual([true, true, false]);
    await fixture.db`delete from files where sub_project_id = ${held}`;
  });

  it('a store that is down keeps the marks, hides the files, and the next round finishes', async () => {
    const id = await deletedFile(31 * days);
    const object = await locate(id);
    await fixture.proxy.stop();
    try {
      const report = await maintain();
      expect(report).toMatchObject({
        purged: 1,
        removed: 0,
        failures: { knowledgeRepo: expect.stringContaining('1709') },
      });
    } finally {
      await fixture.proxy.start();
    }
    const request = { subProjectId: fixture.subProjectId, filters: JSON.stringify({ id, deleted: true }) };
    expect((await fixture.useCases.listStorage(fixture.caller('OWNER'), request)).files).toEqual([]);
    expect(await stored(object)).toBe(true);
    expect(await maintain()).toEqual({ ...nothing, removed: 1 });
    expect([await exists(id), await stored(object)]).toEqual([false, false]);
  });

  it('a crash after the object went leaves a mark that the next round finishes', async () => {
    const id = await deletedFile(31 * days);
    const object = await locate(id);
    await fixture.db`update files set purging = true where id = ${id}`;
    await fixture.deps.storage.remove(object.plugin, object.key);
    expect(await maintain()).toEqual({ ...nothing, removed: 1 });
    expect(await exists(id)).toBe(false);
  });

  it('a plugin that is not configured any more holds nobody else up', async () => {
    const lost = await deletedFile(31 * days);
    await fixture.db`update files set plugin = 'former' where id = ${lost}`;
    const ids = [await deletedFile(31 * days), await deletedFile(31 * days)];
    const report = await maintain({ batch: 1 });
    expect(report).toMatchObject({ purged: 3, removed: 2, failures: { former: expect.stringContaining('former') } });
    expect(await Promise.all([lost, ...ids].map(exists))).toEqual([true, false, false]);
    await fixture.db`delete from files where id = ${lost}`;
  });

  it('an object the store does not let go holds nobody else up', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await deletedFile(31 * days));
    const [kept = ''] = ids;
    fixture.proxy.fault = ({ method, url }) =>
      method === 'DELETE' && url.includes(kept) ? { kind: 'answer', status: 403, code: 'AccessDenied' } : undefined;
    try {
      expect(await maintain({ batch: 2 })).toMatchObject({
        removed: 4,
        failures: { knowledgeRepo: expect.anything() },
      });
      await expect(tidyFiles(fixture.deps)).rejects.toThrow('knowledgeRepo: 1709');
    } finally {
      fixture.proxy.fault = undefined;
    }
    expect(await Promise.all(ids.map(exists))).toEqual([true, false, false, false, false]);
    expect(await maintain()).toEqual({ ...nothing, removed: 1 });
  });

  it('passes over a file that a request is changing', async () => {
    const id = await deletedFile(31 * days);
    await transaction(fixture.db, async (tx) => {
      await tx`select from files where id = ${id} for no key update`;
      expect(await maintain()).toEqual(nothing);
    });
    expect((await maintain()).purged).toBe(1);
  });

  it('several workers at once do each file once', async () => {
    const ids = await Promise.all(Array.from({ length: 7 }, () => openUpload(30)));
    const reports = await Promise.all([1, 2, 3].map(() => maintain({ batch: 2 })));
    expect(reports.reduce((sum, report) => sum + report.expired, 0)).toBe(7);
    expect(reports.flatMap((report) => Object.keys(report.failures))).toEqual([]);
    expect(await Promise.all(ids.map(exists))).toEqual(ids.map(() => false));
  });
});
