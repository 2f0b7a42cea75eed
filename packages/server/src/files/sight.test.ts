import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileFixture, type FileFixture } from './testing/file-fixture.js';

let fixture: FileFixture;
let processId: string;
beforeAll(async () => {
  fixture = await createFileFixture();
  processId = await fixture.createProcess();
});
afterAll(() => fixture.drop());

type Who = Parameters<FileFixture['caller']>[0];

const sees = async (who: Who, id: string, deleted = false) => {
  const request = { subProjectId: fixture.subProjectId, filters: JSON.stringify({ id, deleted }) };
  const { files, meta } = await fixture.useCases.listStorage(fixture.caller(who), request);
  expect(meta.totalCount).toBe(String(files.length));
  return files.length === 1;
};
const url = (who: Who, fileId: string, at?: string) =>
  fixture.useCases.urlStorage(fixture.caller(who), {
    subProjectId: fixture.subProjectId,
    fileId,
    ...(at === undefined ? {} : { processId: at }),
  });
const remove = (who: Who, id: string, recover = false) =>
  fixture.useCases.deleteStorage(fixture.caller(who), { fileIds: [id], recover });
const set = (updates: object, at = processId, who: Who = 'OWNER') =>
  fixture.processes.updateProcessField(fixture.caller(who), {
    subProjectId: fixture.subProjectId,
    processId: at,
    updates,
  });
const audited = async (who: Who, subjectId: string) => {
  const request = { subProjectId: fixture.subProjectId, filters: JSON.stringify({ subjectType: 'file', subjectId }) };
  const { logs, meta } = await fixture.processes.getAuditLogs(fixture.caller(who), request);
  expect(meta.totalCount).toBe(String(logs.length));
  return logs.map(({ action }) => action);
};

describe('[D62] a file without a process belongs to its uploader', () => {
  test('others neither list, download, close nor delete it, and read nothing of it in the audit log', async () => {
    const { id } = await fixture.upload();
    const { file: open } = await fixture.create();
    for (const who of ['CLERK', 'READER', 'ASSIGNEE', 'AUDITOR'] as const) {
      if (who !== 'AUDITOR') expect([who, await sees(who, id), await sees(who, open.id)]).toEqual([who, false, false]);
      if (who !== 'CLERK') continue;
      await expect(url(who, id, processId)).rejects.toMatchObject({ id: 1704 });
      await expect(remove(who, id)).rejects.toMatchObject({ id: 1704 });
      await expect(fixture.close(open.id, who)).rejects.toMatchObject({ id: 1704 });
      await expect(set({ document: id }, processId, who)).rejects.toMatchObject({ id: 1232 });
      expect(await audited(who, id)).toEqual([]);
    }
    for (const who of ['OWNER', 'ADMIN'] as const) {
      expect([await sees(who, id), await sees(who, open.id)]).toEqual([true, true]);
      expect((await url(who, id, processId)).urls).toHaveLength(1);
    }
    expect(await audited('OWNER', id)).toEqual(['file.download', 'file.download', 'file.close', 'file.create']);
    await remove('OWNER', id);
    expect(await sees('OWNER', id, true)).toBe(true);
    expect(await sees('CLERK', id, true)).toBe(false);
    await remove('ADMIN', id, true);
  });

  test('once attached it is seen with the process', async () => {
    const { id } = await fixture.upload();
    await set({ document: id });
    expect(await sees('CLERK', id)).toBe(true);
    expect((await url('CLERK', id, processId)).urls).toHaveLength(1);
    expect(await audited('CLERK', id)).toContain('file.create');
  });

  test('the uploader attaches it to several processes, also through a field that its role does not read', async () => {
    const { file } = await fixture.create({}, 'CLERK');
    await fixture.db`update files set closed_ts = now(), size = 1 where id = ${file.id}`;
    await set({ evidence: file.id }, processId, 'CLERK');
    await set({ evidence: file.id }, await fixture.createProcess(), 'CLERK');
    expect(await sees('CLERK', file.id)).toBe(false);
  });

  test('of a file that a server of the version before stored, the audit log names the uploader', async () => {
    const { id } = await fixture.upload();
    await fixture.db`update files set uploaded_by = null where id = ${id}`;
    expect([await sees('OWNER', id), await sees('CLERK', id), await sees('ADMIN', id)]).toEqual([true, false, true]);
  });
});

describe('[D63] a file is seen through the fields that the caller reads', () => {
  test('attached through another field alone it is not there', async () => {
    const { id } = await fixture.upload();
    await set({ evidence: id });
    expect(await sees('CLERK', id)).toBe(false);
    await expect(url('CLERK', id, processId)).rejects.toMatchObject({ id: 1704 });
    await expect(remove('CLERK', id)).rejects.toMatchObject({ id: 1704 });
    await expect(set({ document: id }, processId, 'CLERK')).rejects.toMatchObject({ id: 1232 });
    expect(await audited('CLERK', id)).toEqual([]);
    expect(await sees('READER', id)).toBe(true);
    expect(await audited('AUDITOR', id)).toEqual(['file.close', 'file.create']);
    const { files } = await fixture.useCases.listStorage(fixture.caller('CLERK'), {
      subProjectId: fixture.subProjectId,
      filters: JSON.stringify({ processId }),
    });
    expect(files.map((file) => file.id)).not.toContain(id);
  });

  test('attached through a field that it reads too, or at the upload, it is', async () => {
    const { id } = await fixture.upload();
    await set({ evidence: id });
    await set({ document: id });
    expect(await sees('CLERK', id)).toBe(true);
    await set({ document: null });
    expect(await sees('CLERK', id)).toBe(true);
    const direct = await fixture.upload({ processId });
    await set({ evidence: direct.id });
    expect(await sees('CLERK', direct.id)).toBe(true);
  });

  test('only at the process where it is attached so', async () => {
    const { id } = await fixture.upload();
    const other = await fixture.createProcess();
    await set({ evidence: id });
    await set({ document: id }, other);
    await expect(url('CLERK', id, processId)).rejects.toMatchObject({ id: 1704 });
    expect((await url('CLERK', id, other)).urls).toHaveLength(1);
    const { files } = await fixture.useCases.listStorage(fixture.caller('CLERK'), {
      subProjectId: fixture.subProjectId,
      filters: JSON.stringify({ id }),
      include: 'processIds',
    });
    expect(files[0]?.processIds).toEqual([other]);
  });

  test('a role that covers the process reads the field for the others of the caller', async () => {
    const members = [{ user: fixture.caller('CLERK').principal.userId, roles: ['CLERK', 'INSPECTOR'] }];
    const subProjectId = await fixture.addSubProject({ members });
    const at = async (assigned: boolean) => {
      const fields = assigned ? { assignee: fixture.caller('CLERK').principal.userId } : {};
      const { id } = await fixture.processes.createProcess(fixture.caller('ADMIN'), { subProjectId, fields });
      const { file } = await fixture.create({ subProjectId }, 'ADMIN');
      await fixture.db`update files set closed_ts = now(), size = 1 where id = ${file.id}`;
      const request = { subProjectId, processId: id, updates: { evidence: file.id } };
      await fixture.processes.updateProcessField(fixture.caller('ADMIN'), request);
      return file.id;
    };
    const [mine, other] = [await at(true), await at(false)];
    const { files } = await fixture.useCases.listStorage(fixture.caller('CLERK'), { subProjectId });
    expect(files.map(({ id }) => id)).toEqual([mine]);
    expect(other).not.toBe(mine);
  });
});

describe('[D31] urlStorage without a process', () => {
  test('downloads what the caller sees; everything else needs processId', async () => {
    const free = await fixture.upload();
    expect((await url('OWNER', free.id)).urls).toEqual([{ fileId: free.id, url: expect.any(String) }]);
    expect((await url('ADMIN', free.id)).urls).toHaveLength(1);
    const attached = await fixture.upload({ processId });
    for (const who of ['OWNER', 'CLERK', 'READER'] as const) expect((await url(who, attached.id)).urls).toHaveLength(1);
    for (const [who, id] of [
      ['ASSIGNEE', attached.id],
      ['CLERK', free.id],
      ['OWNER', 'x'],
    ] as const) {
      await expect(url(who, id)).rejects.toMatchObject({ id: 1200, status: 400, errors: [{ pointer: '/processId' }] });
    }
  });
});
