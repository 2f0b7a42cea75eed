import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../../postgres/database.js';
import { eraseFilesOf } from '../../records/erase-files.js';
import { createFileFixture, type FileFixture } from '../../testing/file-fixture.js';

let fixture: FileFixture;
let processId: string;
beforeAll(async () => {
  fixture = await createFileFixture();
  processId = await fixture.createProcess();
});
afterAll(() => fixture.drop());

type Who = Parameters<FileFixture['caller']>[0];
const at = (changes: object = {}) => ({ subProjectId: fixture.subProjectId, processId, ...changes });
const replace = (who: Who, fileId: string, newFileId: string, changes: object = {}) =>
  fixture.useCases.replaceFile(fixture.caller(who), { ...at(changes), fileId, newFileId });
const versions = async (who: Who, fileId: string, changes: object = {}) =>
  (await fixture.useCases.getFileVersions(fixture.caller(who), { ...at(changes), fileId })).versions.map(
    ({ id, version, current }) => [id, version, current],
  );
const list = async (who: Who, at = processId) => {
  const request = {
    subProjectId: fixture.subProjectId,
    filters: JSON.stringify({ processId: at }),
    include: 'versions',
  };
  return (await fixture.useCases.listStorage(fixture.caller(who), request)).files;
};
const current = async (who: Who, at = processId) => {
  const request = { subProjectId: fixture.subProjectId, filters: JSON.stringify({ currentAt: at }) };
  return (await fixture.useCases.listStorage(fixture.caller(who), request)).files.map(({ id }) => id);
};
const remove = (fileId: string, recover = false) =>
  fixture.useCases.deleteStorage(fixture.caller('OWNER'), { fileIds: [fileId], recover });
const set = (updates: object) => fixture.processes.updateProcessField(fixture.caller('OWNER'), { ...at(), updates });

test('a file that replaces another is its newest version; every version can be downloaded', async () => {
  const [first, second, third] = [await fixture.upload({ processId }), await fixture.upload(), await fixture.upload()];
  expect(await versions('READER', first.id)).toEqual([[first.id, '1', true]]);
  expect(await replace('OWNER', first.id, second.id.toUpperCase())).toMatchObject({ version: '2' });
  expect(await replace('OWNER', second.id, third.id)).toMatchObject({ version: '3' });
  const all = [
    [third.id, '3', true],
    [second.id, '2', false],
    [first.id, '1', false],
  ];
  for (const { id } of [first, second, third]) expect(await versions('READER', id)).toEqual(all);
  expect(await versions('READER', first.id, { page: '2', perPageCount: '2' })).toEqual([[first.id, '1', false]]);
  const shown = await list('READER');
  expect(shown.map(({ id, versions }) => [id, ...(versions ?? [])])).toEqual([
    [third.id, { processId, version: '3', current: true }],
    [second.id, { processId, version: '2', current: false }],
    [first.id, { processId, version: '1', current: false }],
  ]);
  expect(await current('READER')).toEqual([third.id]);
  const { urls } = await fixture.useCases.urlStorage(fixture.caller('READER'), { ...at(), fileId: first.id });
  expect(await (await fetch(urls[0]?.url ?? '')).text()).toBe(first.content.toString());
  const rows =
    await fixture.db`select subject_id as id, after from audit_log where action = 'file.replace' order by created_ts, id`;
  expect(rows).toEqual([
    { id: second.id, after: { version: 2 } },
    { id: third.id, after: { version: 3 } },
  ]);
});

test('of two who replace the same version at once one is told of the other; repeating it changes nothing', async () => {
  const [first, one, other] = [await fixture.upload({ processId }), await fixture.upload(), await fixture.upload()];
  const outcomes = await Promise.allSettled([replace('OWNER', first.id, one.id), replace('OWNER', first.id, other.id)]);
  const [refused] = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject({ reason: { id: 1009 } });
  const kept = outcomes[0]?.status === 'fulfilled' ? one : other;
  expect(await replace('OWNER', first.id, kept.id)).toMatchObject({ message: 'Version 2 is the newest already.' });
  expect(await versions('OWNER', first.id)).toEqual([
    [kept.id, '2', true],
    [first.id, '1', false],
  ]);
  await expect(replace('OWNER', kept.id, kept.id)).rejects.toMatchObject({ id: 1232 });
  const single = await fixture.upload({ processId });
  await expect(replace('OWNER', single.id, first.id)).rejects.toMatchObject({ id: 1009 });
});

test('without its newest version the one before is current again', async () => {
  const [first, second, third] = [await fixture.upload({ processId }), await fixture.upload(), await fixture.upload()];
  await replace('OWNER', first.id, second.id);
  await remove(second.id);
  expect(await versions('OWNER', first.id)).toEqual([[first.id, '1', true]]);
  await expect(replace('OWNER', second.id, third.id)).rejects.toMatchObject({ id: 1704 });
  await replace('OWNER', first.id, third.id);
  await remove(second.id, true);
  expect(await versions('OWNER', first.id)).toEqual([
    [third.id, '3', true],
    [second.id, '2', false],
    [first.id, '1', false],
  ]);
  await fixture.useCases.detachFile(fixture.caller('OWNER'), { ...at(), fileId: third.id });
  expect(await versions('OWNER', first.id)).toEqual([
    [second.id, '2', true],
    [first.id, '1', false],
  ]);
});

test('[D12] versions are seen, replaced and named only by who sees the files and the process', async () => {
  const [first, second] = [await fixture.upload({ processId }), await fixture.upload()];
  await expect(replace('READER', first.id, second.id)).rejects.toMatchObject({ id: 1206 });
  await expect(replace('CLERK', first.id, second.id)).rejects.toMatchObject({ id: 1704 });
  await expect(replace('ASSIGNEE', first.id, second.id)).rejects.toMatchObject({ id: 1210 });
  await expect(versions('UPLOADER', first.id)).rejects.toMatchObject({ id: 1205 });
  await expect(versions('ASSIGNEE', first.id)).rejects.toMatchObject({ id: 1210 });
  await expect(versions('OWNER', second.id)).rejects.toMatchObject({ id: 1704 });
  const { file: open } = await fixture.create();
  await expect(replace('OWNER', first.id, open.id)).rejects.toMatchObject({ id: 1704 });

  const hidden = await fixture.upload();
  await set({ evidence: hidden.id });
  await expect(replace('CLERK', hidden.id, first.id)).rejects.toMatchObject({ id: 1704 });
  await replace('OWNER', hidden.id, second.id);
  expect(await versions('CLERK', second.id)).toEqual([[second.id, '2', true]]);
  expect(await versions('OWNER', second.id)).toHaveLength(2);
  await expect(versions('CLERK', hidden.id)).rejects.toMatchObject({ id: 1704 });
});

test('the versions of a file at one process say nothing of another process', async () => {
  const other = await fixture.createProcess();
  const [first, second] = [await fixture.upload({ processId }), await fixture.upload()];
  await fixture.useCases.attachFile(fixture.caller('OWNER'), { ...at({ processId: other }), fileId: first.id });
  await replace('OWNER', first.id, second.id);
  expect(await versions('OWNER', first.id, { processId: other })).toEqual([[first.id, '1', true]]);
  expect((await list('OWNER', other)).map(({ id, versions }) => [id, versions?.[0]?.processId])).toEqual([
    [first.id, processId],
  ]);
});

test('who detaches a version that a hidden field names ends its place among the versions', async () => {
  const [first, second] = [await fixture.upload({ processId }), await fixture.upload()];
  await replace('OWNER', first.id, second.id);
  await set({ evidence: second.id });
  await fixture.useCases.detachFile(fixture.caller('CLERK'), { ...at(), fileId: second.id });
  expect(await versions('CLERK', first.id)).toEqual([[first.id, '1', true]]);
  expect(await versions('OWNER', second.id)).toEqual([[second.id, '1', true]]);
});

test('[D32] all versions go with the process, and none under legal hold', async () => {
  const mine = await fixture.createProcess();
  const [first, second] = [await fixture.upload({ processId: mine }), await fixture.upload()];
  await replace('OWNER', first.id, second.id, { processId: mine });
  const erased = await transaction(fixture.db, (tx) => eraseFilesOf(tx, fixture.subProjectId, mine));
  expect([...erased].sort()).toEqual([first.id, second.id].sort());

  const subProjectId = await fixture.addSubProject({ storage: { legalHold: true } });
  const held = await fixture.createProcess({ subProjectId });
  const [kept, newer] = [
    await fixture.upload({ subProjectId, processId: held }),
    await fixture.upload({ subProjectId }),
  ];
  await replace('OWNER', kept.id, newer.id, { subProjectId, processId: held });
  for (const fileId of [kept.id, newer.id]) await expect(remove(fileId)).rejects.toMatchObject({ id: 1712 });
});
