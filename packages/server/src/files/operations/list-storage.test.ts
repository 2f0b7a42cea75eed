import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { createFileFixture, type FileFixture } from '../testing/file-fixture.js';

let fixture: FileFixture;
let free: string;
let open: string;
let hidden: string;
let mine: string;
let deleted: string;
let process: string;
let assigned: string;

beforeAll(async () => {
  fixture = await createFileFixture();
  process = await fixture.createProcess();
  assigned = await fixture.createProcess({ assigned: true });
  await fixture.upload({ subProjectId: await fixture.addSubProject() });
  free = (await fixture.upload({ fileName: 'free.txt' })).id;
  open = (await fixture.create({ fileName: 'open.pdf', mimeType: 'application/pdf', stageKey: 'stage_done' })).file.id;
  hidden = (await fixture.upload({ fileName: 'hidden.txt', processId: process })).id;
  mine = (await fixture.upload({ fileName: 'mine.txt', processId: assigned })).id;
  deleted = (await fixture.upload({ fileName: 'gone.txt' })).id;
  await fixture.useCases.deleteStorage(fixture.caller('OWNER'), { fileIds: [deleted] });
});
afterAll(() => fixture.drop());

type Who = Parameters<FileFixture['caller']>[0];
const list = (query: object = {}, who: Who = 'OWNER') =>
  fixture.useCases.listStorage(fixture.caller(who), { subProjectId: fixture.subProjectId, ...query });
const idsWhere = async (filters: unknown, who: Who = 'OWNER') =>
  (await list({ filters: JSON.stringify(filters) }, who)).files.map((file) => file.id);

describe('listStorage', () => {
  it('[D4] lists the files of the sub-project newest first, without the deleted ones', async () => {
    const { meta, files } = await list();
    expect(meta).toEqual({ page: '1', perPageCount: '10', totalCount: '4', totalPages: '1' });
    expect(files.map((file) => file.id)).toEqual([mine, hidden, open, free]);
    expect(files[3]).toEqual({
      id: free,
      fileName: 'free.txt',
      size: '16',
      locked: false,
      createdTs: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(files[2]).toMatchObject({ size: '0', locked: true });
  });

  it('[D4] pages without overlap; past the end there is nothing but the true meta', async () => {
    const pages = await Promise.all(['1', '2', '3'].map((page) => list({ page, perPageCount: '2' })));
    expect(pages.map(({ files }) => files.map((file) => file.id))).toEqual([[mine, hidden], [open, free], []]);
    expect(pages[2]?.meta).toEqual({ page: '3', perPageCount: '2', totalCount: '4', totalPages: '2' });
    expect((await list({ filters: '{"fileName":"none"}' })).meta).toMatchObject({ totalCount: '0', totalPages: '0' });
  });

  it('[D5] filters by every key', async () => {
    expect(await idsWhere({ id: free })).toEqual([free]);
    expect(await idsWhere({ fileName: { contains: 'ee' } })).toEqual([free]);
    expect(await idsWhere({ fileName: ['free.txt', 'mine.txt'] })).toEqual([mine, free]);
    expect(await idsWhere({ stageKey: 'stage_done' })).toEqual([open]);
    expect(await idsWhere({ stageKey: { exists: false } })).toEqual([mine, hidden, free]);
    expect(await idsWhere({ mimeType: { startsWith: 'application/' } })).toEqual([open]);
    expect(await idsWhere({ locked: true })).toEqual([open]);
    expect(await idsWhere({ createdTs: { lt: '2001-01-01' } })).toEqual([]);
    expect(await idsWhere({ or: [{ locked: true }, { fileName: 'mine.txt' }] })).toEqual([mine, open]);
  });

  it('[D5] filters by the processes a file is attached to', async () => {
    expect(await idsWhere({ processId: process })).toEqual([hidden]);
    expect(await idsWhere({ processId: [process, assigned] })).toEqual([mine, hidden]);
    expect(await idsWhere({ processId: { ne: process } })).toEqual([mine, open, free]);
    expect(await idsWhere({ processId: null })).toEqual([open, free]);
    expect(await idsWhere({ processId: { exists: true } })).toEqual([mine, hidden]);
    expect(await idsWhere({ processId: { in: [null, process] } })).toEqual([hidden, open, free]);
    expect(await idsWhere({ processId: 'x' })).toEqual([]);
  });

  it('[D5] shows deleted files when asked to', async () => {
    expect(await idsWhere({ deleted: true })).toEqual([deleted]);
    expect(await idsWhere({ deleted: [true, false] })).toEqual([deleted, mine, hidden, open, free]);
    expect(await idsWhere({ or: [{ deleted: true }, { locked: true }] })).toEqual([deleted, open]);
  });

  it('[D5] sorts', async () => {
    const { files } = await list({ sort: 'fileName' });
    expect(files.map((file) => file.fileName)).toEqual(['free.txt', 'hidden.txt', 'mine.txt', 'open.pdf']);
    await expect(list({ sort: 'processId' })).rejects.toMatchObject({ id: 1200, status: 400 });
  });

  it('[D1] adds what include asks for', async () => {
    const include = 'mimeType,processIds,stageKey,deletedTs,sha256';
    const { files } = await list({ include, filters: JSON.stringify({ deleted: [true, false] }) });
    expect(files.find((file) => file.id === mine)).toMatchObject({ mimeType: 'text/plain', processIds: [assigned] });
    expect(files.find((file) => file.id === open)).toMatchObject({ stageKey: 'stage_done', processIds: [] });
    expect(files.find((file) => file.id === deleted)?.deletedTs).toMatch(/Z$/);
    expect(Object.keys(files.find((file) => file.id === free) ?? {})).not.toContain('deletedTs');
  });

  it.each([
    ['malformed JSON', { filters: '{' }],
    ['no object', { filters: '[]' }],
    ['an unknown key', { filters: '{"size":1}' }],
    ['a value of another type', { filters: '{"locked":"yes"}' }],
    ['an unknown sort key', { sort: 'size' }],
    ['an unknown include', { include: 'secret' }],
    ['page 0', { page: '0' }],
    ['1001 per page', { perPageCount: '1001' }],
  ])('[D14] answers 1200 to %s', async (_what, query) => {
    await expect(list(query)).rejects.toMatchObject({ id: 1200, status: 400 });
  });
});

describe('[D12] the row filter of a role', () => {
  it('hides files of others and files attached only to processes outside of it, in pages and totals', async () => {
    const { meta, files } = await list({}, 'ASSIGNEE');
    expect(files.map((file) => file.id)).toEqual([mine]);
    expect(meta.totalCount).toBe('1');
    expect(await idsWhere({ id: hidden }, 'ASSIGNEE')).toEqual([]);
  });

  it('shows a file that one process inside of it has, but not the others that have it', async () => {
    const both = (await fixture.upload({ processId: assigned })).id;
    const update = { subProjectId: fixture.subProjectId, processId: process, updates: { document: both } };
    await fixture.processes.updateProcessField(fixture.caller('OWNER'), update);
    // The one attached first comes first, and clocks may step back between the two.
    await fixture.db`
      update file_processes set attached_ts = attached_ts - interval '1 minute' where file_id = ${both} and process_id = ${assigned}`;
    const query = { include: 'processIds', filters: JSON.stringify({ id: both }) };
    expect((await list(query)).files[0]?.processIds).toEqual([assigned, process]);
    expect((await list(query, 'ASSIGNEE')).files[0]?.processIds).toEqual([assigned]);
    expect(await idsWhere({ id: both, processId: process }, 'ASSIGNEE')).toEqual([]);
  });

  it('[D13] [D41] callers without the grant get 1205', async () => {
    await expect(list({ page: '0' }, 'GUEST')).rejects.toMatchObject({ id: 1205 });
    await expect(list({}, 'STRANGER')).rejects.toMatchObject({ id: 1205 });
    await expect(list({ subProjectId: newId() })).rejects.toMatchObject({ id: 1202 });
    expect((await list({}, 'ADMIN')).files.length).toBeGreaterThan(3);
  });
});
