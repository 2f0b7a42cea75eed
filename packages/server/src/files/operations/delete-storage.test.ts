import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { createFileFixture, type FileFixture } from '../testing/file-fixture.js';

let fixture: FileFixture;
beforeAll(async () => {
  fixture = await createFileFixture();
});
afterAll(() => fixture.drop());

type Who = Parameters<FileFixture['caller']>[0];
const remove = (fileIds: readonly string[], rest: object = {}, who: Who = 'OWNER') =>
  fixture.useCases.deleteStorage(fixture.caller(who), { fileIds: [...fileIds], ...rest });
const recover = (fileIds: readonly string[], who: Who = 'OWNER') => remove(fileIds, { recover: true }, who);

const deletedAmong = async (fileIds: readonly string[]) =>
  (
    await fixture.db<{ id: string }>`
      select id from files where id = any(${fileIds}::uuid[]) and deleted_ts is not null order by id`
  ).map((row) => row.id);
const actionsOn = async (fileId: string) =>
  (await fixture.db<{ action: string }>`select action from audit_log where subject_id = ${fileId} order by id`).map(
    (row) => row.action,
  );

describe('[D32] deleteStorage', () => {
  it('deletes and recovers, and repeating either changes nothing', async () => {
    const ids = [(await fixture.upload()).id, (await fixture.upload()).id];
    expect(await remove(ids)).toEqual({ success: true, message: '2 files were deleted.' });
    expect(await deletedAmong(ids)).toEqual(ids);
    expect(await remove(ids)).toEqual({ success: true, message: '0 files were deleted, 2 were deleted already.' });
    expect((await recover(ids.slice(0, 1))).success).toBe(true);
    expect(await deletedAmong(ids)).toEqual(ids.slice(1));
    expect((await recover(ids)).message).toBe('1 file was recovered, 1 was not deleted.');
    expect(await actionsOn(ids[0] ?? '')).toEqual(['file.create', 'file.close', 'file.delete', 'file.recover']);
  });

  it('keeps the object, so that what is recovered can be downloaded', async () => {
    const processId = await fixture.createProcess();
    const { id, content } = await fixture.upload({ processId });
    await remove([id]);
    await recover([id]);
    const request = { subProjectId: fixture.subProjectId, processId, fileId: id };
    const { urls } = await fixture.useCases.urlStorage(fixture.caller('OWNER'), request);
    expect(Buffer.from(await (await fetch(urls[0]?.url ?? '')).arrayBuffer())).toEqual(content);
  });

  it('takes an id twice, and in capitals', async () => {
    const { id } = await fixture.upload();
    expect((await remove([id, id.toUpperCase(), id])).message).toBe('1 file was deleted.');
  });

  it('changes nothing when one id is unknown, and names it', async () => {
    const { id } = await fixture.upload();
    const unknown = newId();
    const failure = { id: 1704, status: 404, detail: expect.stringContaining(unknown) };
    await expect(remove([id, unknown])).rejects.toMatchObject({ ...failure, errors: [{ pointer: '/fileIds/1' }] });
    await expect(remove(['x', id])).rejects.toMatchObject({ id: 1704, errors: [{ pointer: '/fileIds/0' }] });
    expect(await deletedAmong([id])).toEqual([]);
  });

  it('changes nothing when one upload is open: 1712', async () => {
    const { id } = await fixture.upload();
    const { file: open } = await fixture.create();
    await expect(remove([id, open.id])).rejects.toMatchObject({ id: 1712, status: 423 });
    await expect(recover([open.id])).rejects.toMatchObject({ id: 1712 });
    expect(await deletedAmong([id])).toEqual([]);
  });

  it('changes nothing under legal hold: 1712, for deleting and recovering', async () => {
    const held = await fixture.addSubProject({ storage: { legalHold: true } });
    const { id } = await fixture.upload({ subProjectId: held });
    const { id: free } = await fixture.upload();
    await expect(remove([free, id])).rejects.toMatchObject({ id: 1712, status: 423 });
    await expect(recover([id])).rejects.toMatchObject({ id: 1712 });
    expect(await deletedAmong([id, free])).toEqual([]);
  });

  it('takes files of several sub-projects, unless one is named', async () => {
    const other = await fixture.addSubProject();
    const [here, there] = [(await fixture.upload()).id, (await fixture.upload({ subProjectId: other })).id];
    await expect(remove([here, there], { subProjectId: other })).rejects.toMatchObject({ id: 1704 });
    expect((await remove([here, there])).message).toBe('2 files were deleted.');
    await expect(remove([here], { subProjectId: newId() })).rejects.toMatchObject({ id: 1202 });
  });

  it('[D13] [D41] needs file.delete in every sub-project: 1207 before anything is said of a file', async () => {
    const { id } = await fixture.upload();
    const elsewhere = await fixture.addSubProject({ members: [] });
    const { id: theirs } = await insertIn(elsewhere);
    for (const who of ['READER', 'STRANGER'] as const) {
      await expect(remove([id, newId()], {}, who)).rejects.toMatchObject({ id: 1207, status: 403 });
    }
    await expect(remove([id, theirs])).rejects.toMatchObject({ id: 1207 });
    expect(await deletedAmong([id, theirs])).toEqual([]);
    expect((await remove([id, theirs], {}, 'ADMIN')).message).toBe('2 files were deleted.');
  });

  it('[D12] a file of a process outside the row filter does not exist for the caller', async () => {
    const { id } = await fixture.upload({ processId: await fixture.createProcess() });
    const { id: mine } = await fixture.upload({ processId: await fixture.createProcess({ assigned: true }) });
    await expect(remove([mine, id], {}, 'ASSIGNEE')).rejects.toMatchObject({ id: 1704 });
    expect((await remove([mine], {}, 'ASSIGNEE')).success).toBe(true);
  });

  it('crossing deletions and recoveries of the same files all end, with one audit row per change', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await fixture.upload()).id));
    const backwards = [...ids].reverse();
    await Promise.all([
      remove(ids),
      remove(backwards),
      recover(ids),
      recover(backwards),
      remove(ids),
      remove(backwards),
    ]);
    for (const id of ids) {
      const changes = (await actionsOn(id)).slice(2);
      // Deleted and recovered take turns: no change was lost or written down twice.
      expect(changes).toEqual(changes.map((_action, index) => (index % 2 === 0 ? 'file.delete' : 'file.recover')));
      expect((await deletedAmong([id])).length).toBe(changes.length % 2);
    }
  });
});

/** A closed file where nobody is a member. */
async function insertIn(subProjectId: string): Promise<{ readonly id: string }> {
  const id = newId();
  await fixture.db`
    insert into files (id, sub_project_id, file_name, mime_type, plugin, object_key, maximum_size, created_ts,
      closed_ts, size)
    values (${id}, ${subProjectId}, 'a', 'text/plain', 'knowledgeRepo', ${`${subProjectId}/${id}/a`}, 1, now(), now(), 1)`;
  return { id };
}
