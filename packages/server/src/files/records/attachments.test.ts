import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { transaction } from '../../postgres/database.js';
import { type Principal, systemPrincipal } from '../../use-case/caller.js';
import { createFileFixture, type FileFixture } from '../testing/file-fixture.js';
import { attachFiles } from './attachments.js';

let fixture: FileFixture;
let processId: string;
beforeAll(async () => {
  fixture = await createFileFixture();
  processId = await fixture.createProcess();
});
afterAll(() => fixture.drop());

const attach = async (fileIds: readonly string[], to = processId, by: Principal = systemPrincipal) => {
  const subProject = await fixture.deps.subProjects.load(fixture.subProjectId);
  const refused = await transaction(fixture.db, (tx) =>
    attachFiles(tx, { subProject, processId: to, files: fileIds.map((fileId) => ({ field: 'document', fileId })), by }),
  );
  return refused.map(({ fileId }) => fileId);
};

describe('[D18] attaching files to a process', () => {
  it('takes closed files, to several processes, and again', async () => {
    const { id } = await fixture.upload();
    const other = await fixture.createProcess();
    expect(await attach([id])).toEqual([]);
    expect(await attach([id.toUpperCase()])).toEqual([]);
    expect(await attach([id], other)).toEqual([]);
    const rows = await fixture.db<{ processId: string }>`
      select process_id as "processId" from file_processes where file_id = ${id} order by attached_ts`;
    expect(rows.map((row) => row.processId)).toEqual([processId, other]);
  });

  it('returns ids that are unknown, foreign, open or deleted', async () => {
    const good = await fixture.upload();
    const foreign = await fixture.upload({ subProjectId: await fixture.addSubProject() });
    const { file: open } = await fixture.create();
    const deleted = await fixture.upload();
    await fixture.useCases.deleteStorage(fixture.caller('OWNER'), { fileIds: [deleted.id] });
    const bad = ['x', newId(), foreign.id, open.id, deleted.id];
    expect(await attach([good.id, ...bad])).toEqual(bad);
    expect(await attach(['x'])).toEqual(['x']);
    expect(await attach([])).toEqual([]);
  });

  it('is what setting a field of format file does, and refuses a file that is not there with 1232', async () => {
    const { id } = await fixture.upload();
    const update = (document: string) =>
      fixture.processes.updateProcessField(fixture.caller('OWNER'), {
        subProjectId: fixture.subProjectId,
        processId,
        updates: { document },
      });
    await expect(update(newId())).rejects.toMatchObject({ id: 1232 });
    await update(id);
    const { files } = await fixture.useCases.listStorage(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      filters: JSON.stringify({ id, processId }),
    });
    expect(files).toHaveLength(1);
  });
});

describe('[D12] a person attaches only files it may see', () => {
  type Who = Parameters<FileFixture['caller']>[0];
  const setDocument = (who: Who, at: string, document: string) =>
    fixture.processes.updateProcessField(fixture.caller(who), {
      subProjectId: fixture.subProjectId,
      processId: at,
      updates: { document },
    });
  const url = (who: Who, at: string, fileId: string) =>
    fixture.useCases.urlStorage(fixture.caller(who), { subProjectId: fixture.subProjectId, processId: at, fileId });

  it('a file of a process outside the row filter is not there, so it cannot be downloaded by attaching it', async () => {
    const mine = await fixture.createProcess({ assigned: true });
    const { id: hidden } = await fixture.upload({ processId });
    await expect(setDocument('ASSIGNEE', mine, hidden)).rejects.toMatchObject({
      id: 1232,
      errors: [{ pointer: '/updates/document' }],
    });
    await expect(url('ASSIGNEE', mine, hidden)).rejects.toMatchObject({ id: 1704 });
    await setDocument('OWNER', mine, hidden);
    expect((await url('ASSIGNEE', mine, hidden)).urls).toHaveLength(1);
  });

  it('it attaches what it uploaded, what it sees, and what the process has already', async () => {
    const [mine, second] = [
      await fixture.createProcess({ assigned: true }),
      await fixture.createProcess({ assigned: true }),
    ];
    const { file } = await fixture.create({}, 'ASSIGNEE');
    await fixture.db`update files set closed_ts = now(), size = 1 where id = ${file.id}`;
    const { id: own } = await fixture.upload({ processId: mine });
    const { id: ofOthers } = await fixture.upload();
    await setDocument('ASSIGNEE', mine, file.id);
    await expect(setDocument('ASSIGNEE', mine, ofOthers)).rejects.toMatchObject({ id: 1232 });
    await setDocument('ASSIGNEE', second, own);
    const { id: attached } = await fixture.upload({ processId: mine });
    expect(await attach([attached], mine, fixture.caller('GUEST').principal)).toEqual([]);
  });

  it('without any right to files there are none, and a token bound to other scopes sees none', async () => {
    const { id } = await fixture.upload();
    const owner = fixture.caller('OWNER').principal;
    expect(await attach([id], processId, fixture.caller('GUEST').principal)).toEqual([id]);
    expect(await attach([id], processId, fixture.caller('STRANGER').principal)).toEqual([id]);
    expect(await attach([id], processId, { ...owner, scopes: ['process'] })).toEqual([id]);
    expect(await attach([id], processId, { ...owner, scopes: ['process', 'file.create'] })).toEqual([]);
    expect(await attach([id], processId, fixture.caller('ADMIN').principal)).toEqual([]);
  });

  it('createProcess is bound by it too', async () => {
    const { id: hidden } = await fixture.upload({ processId });
    const create = (who: Who) =>
      fixture.processes.createProcess(fixture.caller(who), {
        subProjectId: fixture.subProjectId,
        fields: { document: hidden },
      });
    await expect(create('ASSIGNEE')).rejects.toMatchObject({ id: 1232 });
    expect((await create('OWNER')).id).toMatch(/^[0-9a-f-]{36}$/);
  });
});
