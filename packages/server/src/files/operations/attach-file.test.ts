import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../postgres/database.js';
import { attachDirectly } from '../records/attach-directly.js';
import { createFileFixture, type FileFixture } from '../testing/file-fixture.js';

let fixture: FileFixture;
let processId: string;
beforeAll(async () => {
  fixture = await createFileFixture();
  processId = await fixture.createProcess();
});
afterAll(() => fixture.drop());

type Who = Parameters<FileFixture['caller']>[0];
const of = (fileId: string, at = processId, subProjectId = fixture.subProjectId) => ({
  subProjectId,
  processId: at,
  fileId,
});
const attach = (who: Who, fileId: string, at?: string) =>
  fixture.useCases.attachFile(fixture.caller(who), of(fileId, at));
const detach = (who: Who, fileId: string, at?: string) =>
  fixture.useCases.detachFile(fixture.caller(who), of(fileId, at));
const rename = (who: Who, fileId: string, fileName: string) =>
  fixture.useCases.renameFile(fixture.caller(who), { subProjectId: fixture.subProjectId, fileId, fileName });
const find = async (who: Who, id: string) => {
  const request = { subProjectId: fixture.subProjectId, filters: JSON.stringify({ id }), include: 'processIds' };
  return (await fixture.useCases.listStorage(fixture.caller(who), request)).files[0];
};
const actions = async (subjectId: string) => {
  const rows = await fixture.db<{ action: string }>`
    select action from audit_log where subject_id = ${subjectId} and action not in ('file.create', 'file.close')
    order by created_ts, id`;
  return rows.map(({ action }) => action);
};

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const isSomebodyWaiting = async () => {
  const waiting = await fixture.db`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return waiting.length > 0;
};

test('an attached file is seen with its process; detached from the last one it is its uploader’s again', async () => {
  const { id } = await fixture.upload();
  expect(await find('CLERK', id)).toBeUndefined();
  expect(await attach('OWNER', id)).toMatchObject({ message: 'File attached.' });
  expect(await attach('OWNER', id.toUpperCase())).toMatchObject({ message: 'The file is attached already.' });
  expect(await find('CLERK', id)).toMatchObject({ processIds: [processId] });
  const other = await fixture.createProcess();
  await attach('CLERK', id, other);
  expect(await detach('CLERK', id)).toMatchObject({ message: 'File detached.' });
  expect(await find('CLERK', id)).toMatchObject({ processIds: [other] });
  await expect(detach('OWNER', id)).rejects.toMatchObject({ id: 1704 });
  await detach('OWNER', id, other);
  expect([await find('CLERK', id), (await find('OWNER', id))?.processIds]).toEqual([undefined, []]);
  expect(await actions(id)).toEqual(['file.attach', 'file.attach', 'file.detach', 'file.detach']);
});

test('a file that is attached to another process meanwhile stays with that one', async () => {
  const { id } = await fixture.upload({ processId });
  const other = await fixture.createProcess();
  const subProject = await fixture.deps.subProjects.load(fixture.subProjectId);
  const by = fixture.caller('OWNER').principal;
  let detached: Promise<unknown> | undefined;
  await transaction(fixture.db, async (tx) => {
    await attachDirectly(tx, { subProject, processId: other, fileIds: [id], by });
    let isDone = false;
    detached = detach('OWNER', id).finally(() => {
      isDone = true;
    });
    while (!isDone && !(await isSomebodyWaiting())) await nextTurn();
  });
  await detached;
  expect(await find('CLERK', id)).toMatchObject({ processIds: [other] });
});

test('[D12] who reads no files shows none to others, also not those that a field names', async () => {
  const { id } = await fixture.upload();
  const subProject = await fixture.deps.subProjects.load(fixture.subProjectId);
  const { subProjectId } = fixture;
  const at = await fixture.createProcess();
  await fixture.processes.updateProcessField(fixture.caller('OWNER'), {
    subProjectId,
    processId: at,
    updates: { evidence: id },
  });
  const share = (who: Who, scopes: readonly string[] = []) =>
    transaction(fixture.db, (tx) => {
      const by = { ...fixture.caller(who).principal, scopes };
      return attachDirectly(tx, { subProject, processId: at, fileIds: [id], by });
    });
  expect(await share('GUEST')).toEqual([id]);
  expect(await share('OWNER', ['comment', 'process'])).toEqual([id]);
  expect(await find('CLERK', id)).toBeUndefined();
  expect(await share('READER')).toEqual([]);
  expect(await find('CLERK', id)).toMatchObject({ id });
});

test('a file that a field names is not detached', async () => {
  const { id } = await fixture.upload();
  const set = (document: string | null) =>
    fixture.processes.updateProcessField(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      processId,
      updates: { document },
    });
  await set(id);
  await expect(detach('OWNER', id)).rejects.toMatchObject({ id: 1009 });
  await set(null);
  await detach('OWNER', id);
});

test('[D12] a hidden field that names the file is not told of: the file goes as far as the caller sees it', async () => {
  const { id } = await fixture.upload({ processId });
  const change = (updates: object) =>
    fixture.processes.updateProcessField(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      processId,
      updates,
    });
  await change({ evidence: id });
  expect(await find('CLERK', id)).toMatchObject({ id });
  expect(await detach('CLERK', id)).toMatchObject({ message: 'File detached.' });
  expect(await find('CLERK', id)).toBeUndefined();
  expect(await find('READER', id)).toMatchObject({ id, processIds: [processId] });
  await attach('OWNER', id);
  await change({ document: id });
  await expect(detach('CLERK', id)).rejects.toMatchObject({ id: 1009 });
  await change({ document: null });
  await detach('CLERK', id);
  expect([await find('CLERK', id), (await find('OWNER', id))?.processIds]).toEqual([undefined, [processId]]);
  await expect(detach('OWNER', id)).rejects.toMatchObject({ id: 1009 });
  await change({ evidence: null });
});

test('[D12] who does not see the file, or the process, neither attaches, detaches nor renames it', async () => {
  const { id } = await fixture.upload();
  await expect(attach('CLERK', id)).rejects.toMatchObject({ id: 1704 });
  await expect(rename('CLERK', id, 'x')).rejects.toMatchObject({ id: 1704 });
  await expect(attach('READER', id)).rejects.toMatchObject({ id: 1206 });
  await expect(detach('READER', id)).rejects.toMatchObject({ id: 1207 });
  await expect(rename('READER', id, 'x')).rejects.toMatchObject({ id: 1207 });
  await expect(attach('ASSIGNEE', id)).rejects.toMatchObject({ id: 1210 });
  await expect(attach('OWNER', id, id)).rejects.toMatchObject({ id: 1221 });
  const { file: open } = await fixture.create();
  await expect(attach('OWNER', open.id)).rejects.toMatchObject({ id: 1704 });
});

test('a renamed file is downloaded under its new name; names are checked as for an upload', async () => {
  const { id } = await fixture.upload({ processId });
  await rename('CLERK', id, 'Rechnung 17.pdf');
  expect(await rename('CLERK', id, 'Rechnung 17.pdf')).toMatchObject({ message: 'The file has this name already.' });
  expect(await find('OWNER', id)).toMatchObject({ fileName: 'Rechnung 17.pdf' });
  const { urls } = await fixture.useCases.urlStorage(fixture.caller('OWNER'), { ...of(id) });
  expect(decodeURIComponent(urls[0]?.url ?? '')).toContain('Rechnung 17.pdf');
  await expect(rename('CLERK', id, '../x')).rejects.toMatchObject({ id: 1200 });
  expect(await actions(id)).toEqual(['file.rename', 'file.download']);
});

test('[D32] under legal hold files keep their name and their processes', async () => {
  const subProjectId = await fixture.addSubProject({ storage: { legalHold: true } });
  const held = await fixture.createProcess({ subProjectId });
  const { id } = await fixture.upload({ subProjectId, processId: held });
  const caller = fixture.caller('OWNER');
  await expect(fixture.useCases.detachFile(caller, of(id, held, subProjectId))).rejects.toMatchObject({ id: 1712 });
  await expect(fixture.useCases.renameFile(caller, { subProjectId, fileId: id, fileName: 'x' })).rejects.toMatchObject({
    id: 1712,
  });
});
