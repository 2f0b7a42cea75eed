import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quotaExceeded } from '../kernel/errors/storage-errors.js';
import { totalUsage, usageOf } from './records/usage/storage-usage.js';
import { maintainFiles } from './retention/maintenance.js';
import { createStorage } from './store/storage.js';
import { createFileFixture, type FileFixture, pluginOf, sendForm } from './testing/file-fixture.js';
import { fileUseCases } from './use-cases.js';

let fixture: FileFixture;
beforeAll(async () => {
  fixture = await createFileFixture({ maximumFileSize: 1000 });
});
afterAll(() => fixture.drop());

const full = { id: quotaExceeded('').id, status: 413 };
const usage = (id: string) => usageOf(fixture.db, id);
/** What the counters must say. */
async function counted(id: string) {
  const [row] = await fixture.db<{ stored: number; open: number }>`
    select coalesce(sum(size), 0)::bigint as stored,
      coalesce(sum(maximum_size) filter (where closed_ts is null), 0)::bigint as open
    from files where sub_project_id = ${id}`;
  return row;
}

describe('[D56] the quota of a sub-project', () => {
  it('counts what is stored, what is announced, and what a form allows', async () => {
    const subProjectId = await fixture.addSubProject({ storage: { quota: 2500 } });
    await fixture.upload({ subProjectId }, 'x'.repeat(400));
    expect(await usage(subProjectId)).toEqual({ stored: 400, open: 0 });
    await fixture.create({ subProjectId });
    await fixture.create({ subProjectId, size: '100' });
    expect(await usage(subProjectId)).toEqual({ stored: 400, open: 1100 });
    await fixture.create({ subProjectId });
    const refused = fixture.create({ subProjectId });
    await expect(refused).rejects.toMatchObject(full);
    await expect(refused).rejects.toThrow(
      'The sub-project has 0 of the 2500 bytes of its quota left, and the upload may have up to 1000 bytes. Other open uploads hold 2100 bytes. Give the size of the file in the member size.',
    );
    await expect(fixture.create({ subProjectId, size: '1' })).rejects.toMatchObject(full);
    expect(await usage(subProjectId)).toEqual(await counted(subProjectId));
    expect(await fixture.create({ subProjectId, size: '0' })).toMatchObject({ file: { locked: true } });
  });

  it('is exact when many uploads begin at once', async () => {
    const subProjectId = await fixture.addSubProject({ storage: { quota: 1050 } });
    const answers = await Promise.allSettled(
      Array.from({ length: 24 }, () => fixture.create({ subProjectId, size: '100' })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const [{ reason } = { reason: undefined }] = answers.flatMap((one) => (one.status === 'rejected' ? [one] : []));
    expect(reason).toMatchObject(full);
    expect(await usage(subProjectId)).toEqual({ stored: 0, open: 1000 });
    expect((await fixture.db`select from files where sub_project_id = ${subProjectId}`).count).toBe(10);
  });

  it('gives back what aborted, expired and purged files took, and keeps what is only deleted', async () => {
    const subProjectId = await fixture.addSubProject({ storage: { quota: 1000 } });
    const owner = fixture.caller('OWNER');
    const { id } = await fixture.upload({ subProjectId, size: '600' }, 'x'.repeat(600));
    await fixture.useCases.deleteStorage(owner, { fileIds: [id] });
    await expect(fixture.create({ subProjectId, size: '500' })).rejects.toMatchObject(full);
    await fixture.age(id, 'deleted_ts', 31 * 24);
    await maintainFiles(fixture.deps);
    const reserve = { subProjectId, fileName: 'a', mimeType: 'text/plain', pluginName: 'knowledgeRepo', size: '1000' };
    const { file } = await fixture.useCases.createMultipartStorage(owner, reserve);
    await expect(fixture.create({ subProjectId, size: '1' })).rejects.toMatchObject(full);
    await fixture.useCases.abortMultipartStorage(owner, { subProjectId, fileId: file.id });
    const { file: forgotten } = await fixture.create({ subProjectId, size: '1000' });
    await fixture.age(forgotten.id, 'created_ts', 25);
    await maintainFiles(fixture.deps);
    expect(await usage(subProjectId)).toEqual({ stored: 0, open: 0 });
  });

  it('a form of an announced size takes exactly this size; a larger one than allowed is 1200', async () => {
    const { file, aws } = await fixture.create({ size: '5' });
    expect((await sendForm(aws, '1234')).status).toBe(400);
    expect((await sendForm(aws, '123456')).status).toBe(400);
    expect((await sendForm(aws, '12345')).status).toBe(204);
    expect((await fixture.close(file.id)).file.size).toBe('5');
    for (const size of ['1001', '-1', '1e2', 'x', '']) {
      await expect(fixture.create({ size })).rejects.toMatchObject({ id: 1200, status: 400 });
    }
  });
});

describe('[D56] the reserve of the disk', () => {
  it('refuses uploads with 507 and lets everything else work', async () => {
    let free = 5000;
    const { deps, caller, subProjectId } = fixture;
    const { id } = await fixture.upload();
    const storage = createStorage({
      plugins: [pluginOf(fixture.store)],
      maximumFileSize: 1000,
      disk: { plugin: 'knowledgeRepo', space: { figures: async () => ({ total: 10_000, free, reserve: 4000 }) } },
    });
    const useCases = fileUseCases({ ...deps, storage });
    const reserve = { subProjectId, fileName: 'a.txt', mimeType: 'text/plain', pluginName: 'knowledgeRepo' };
    try {
      const { file, aws } = await useCases.createSignedStorage(caller('OWNER'), { ...reserve, size: '1000' });
      expect((await sendForm(aws, 'x'.repeat(1000))).status).toBe(204);
      free = 4500;
      const declared = useCases.createSignedStorage(caller('OWNER'), { ...reserve, size: '1000' });
      await expect(declared).rejects.toMatchObject({ id: 1720, status: 507 });
      await useCases.createSignedStorage(caller('OWNER'), reserve);
      free = 4000;
      await expect(useCases.createSignedStorage(caller('OWNER'), reserve)).rejects.toMatchObject({ id: 1720 });
      const inParts = useCases.createMultipartStorage(caller('OWNER'), { ...reserve, size: '9' });
      await expect(inParts).rejects.toMatchObject({ id: 1720 });
      await useCases.closeSignedStorage(caller('OWNER'), { subProjectId, fileId: file.id });
      const processId = await fixture.createProcess();
      await useCases.urlStorage(caller('OWNER'), { subProjectId, processId, fileId: file.id });
      await useCases.deleteStorage(caller('OWNER'), { fileIds: [id] });
    } finally {
      storage.close();
    }
  });
});

describe('[D56] retention of deleted files', () => {
  it('is what the sub-project says, else what the server says', async () => {
    const deps = { ...fixture.deps, retentionDays: 10 };
    const [none, days, own] = [
      await fixture.addSubProject({ storage: { retentionDays: 0 } }),
      await fixture.addSubProject({ storage: { retentionDays: 5 } }),
      await fixture.addSubProject(),
    ];
    const deleted = async (subProjectId: string, ageDays: number) => {
      const { id } = await fixture.upload({ subProjectId });
      await fixture.useCases.deleteStorage(fixture.caller('OWNER'), { fileIds: [id] });
      await fixture.age(id, 'deleted_ts', 24 * ageDays + 1);
      return id;
    };
    const gone = [await deleted(none, 0), await deleted(days, 5), await deleted(own, 10)];
    const kept = [await deleted(days, 4), await deleted(own, 9)];
    expect(await maintainFiles(deps)).toMatchObject({ purged: 3, removed: 3, failures: {} });
    const left = await fixture.db<{ id: string }>`select id from files where id = any(${[...gone, ...kept]}::uuid[])`;
    expect(left.map(({ id }) => id).sort()).toEqual(kept.sort());
  });
});

describe('[D56] purgeStorage', () => {
  const purge = (request = {}, who: 'ADMIN' | 'OWNER' = 'ADMIN') =>
    fixture.useCases.purgeStorage(fixture.caller(who), request);

  it('frees space of deleted files within their retention, audited, for administrators only', async () => {
    const subProjectId = await fixture.addSubProject({ storage: { quota: 2000 } });
    const [first, second] = [
      await fixture.upload({ subProjectId }, 'x'.repeat(1000)),
      await fixture.upload({ subProjectId }, 'x'.repeat(500)),
    ];
    const { file: open } = await fixture.create({ subProjectId, size: '400' });
    await fixture.useCases.deleteStorage(fixture.caller('OWNER'), { fileIds: [first.id, second.id] });
    await fixture.age(first.id, 'deleted_ts', 48);
    await expect(purge({ subProjectId }, 'OWNER')).rejects.toMatchObject({ id: 1207 });
    await expect(purge({ deletedBefore: 'yesterday' })).rejects.toMatchObject({ id: 1200 });
    const usageBefore = await fixture.useCases.getStorageUsage(fixture.caller('ADMIN'), { subProjectId });
    expect(usageBefore.usage).toEqual({
      storedBytes: '1500',
      openBytes: '400',
      deletedFiles: '2',
      deletedBytes: '1500',
      quota: '2000',
    });
    const [object] = await fixture.db<{ key: string }>`select object_key as key from files where id = ${first.id}`;
    const dayAgo = new Date(Date.now() - 24 * 3600 * 1000).toISOString();
    expect(await purge({ subProjectId, deletedBefore: dayAgo })).toEqual({
      purged: '1',
      freedBytes: '1000',
      endedUploads: '0',
      hasMore: false,
      deletedFiles: '1',
      deletedBytes: '500',
    });
    expect(await fixture.deps.storage.head('knowledgeRepo', object?.key ?? '')).toBeUndefined();
    const audit = await fixture.db`select action, by_name as "byName" from audit_log where subject_id = ${first.id}
      order by id desc limit 1`;
    expect(audit).toEqual([{ action: 'file.purge', byName: 'ADMIN' }]);
    expect(await purge({ subProjectId, openBefore: new Date().toISOString() })).toMatchObject({
      purged: '1',
      endedUploads: '1',
      deletedFiles: '0',
    });
    await expect(
      fixture.useCases.closeSignedStorage(fixture.caller('OWNER'), { subProjectId, fileId: open.id }),
    ).rejects.toMatchObject({ id: 1704 });
    expect(await usage(subProjectId)).toEqual({ stored: 0, open: 0 });
    expect((await totalUsage(fixture.db)).stored).toBeGreaterThan(0);
  });

  it('[D32] leaves out sub-projects under legal hold, and says so of the one that is named', async () => {
    const held = await fixture.addSubProject({ storage: { legalHold: true } });
    await expect(purge({ subProjectId: held })).rejects.toMatchObject({ id: 1712, status: 423 });
  });

  it('leaves what a store does not remove now to maintenance', async () => {
    const subProjectId = await fixture.addSubProject();
    const { id } = await fixture.upload({ subProjectId });
    await fixture.useCases.deleteStorage(fixture.caller('OWNER'), { fileIds: [id] });
    await fixture.proxy.stop();
    try {
      expect(await purge({ subProjectId })).toMatchObject({ purged: '1' });
    } finally {
      await fixture.proxy.start();
    }
    expect((await fixture.db`select from files where id = ${id}`).count).toBe(1);
    expect(await maintainFiles(fixture.deps)).toMatchObject({ removed: 1 });
    expect(await usage(subProjectId)).toEqual({ stored: 0, open: 0 });
  });
});
