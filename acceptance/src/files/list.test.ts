import { beforeAll, describe, expect, test } from 'vitest';
import { signInDemoClients } from '../support/demo-clients.js';
import { demoUserId } from '../support/person.js';
import { createUpload, sha256, uploadFile } from '../support/store.js';
import { createProcess, deploy, unknownId } from '../support/sub-project.js';

const { admin, owner, manager, assignee } = await signInDemoClients();
const { id: subProjectId } = await deploy(admin);
const processId = await createProcess(owner, subProjectId);
/** Names in the order of their creation. */
const names = ['Alpha 1.pdf', 'beta_2.png', 'Alpha 3.txt', 'open.pdf', 'deleted.pdf'];
const ids = new Map<string, string>();

beforeAll(async () => {
  const keep = (name: string, id: string) => ids.set(name, id);
  keep('Alpha 1.pdf', (await uploadFile(owner, subProjectId, { fileName: 'Alpha 1.pdf', processId })).id);
  const png = { fileName: 'beta_2.png', mimeType: 'image/png', stageKey: 'stage_review' };
  keep('beta_2.png', (await uploadFile(owner, subProjectId, png)).id);
  const txt = { fileName: 'Alpha 3.txt', mimeType: 'text/plain' };
  keep('Alpha 3.txt', (await uploadFile(owner, subProjectId, txt, Buffer.from('three'))).id);
  keep('open.pdf', (await createUpload(owner, subProjectId, { fileName: 'open.pdf' })).file.id);
  keep('deleted.pdf', (await uploadFile(owner, subProjectId, { fileName: 'deleted.pdf' })).id);
  await owner.ok('deleteStorage', { fileIds: [ids.get('deleted.pdf')] });
});

const list = async (query: Readonly<Record<string, unknown>> = {}, client = owner) =>
  (await client.ok('listStorage', { subProjectId, ...query })).files.map(({ fileName }) => fileName);

describe('listStorage', () => {
  test('[D4] newest first, with the documented members; deleted files are left out', async () => {
    const { meta, files } = await owner.ok('listStorage', { subProjectId });
    expect(files.map(({ fileName }) => fileName)).toEqual(names.slice(0, 4).toReversed());
    expect(meta).toEqual({ page: '1', perPageCount: '10', totalCount: '4', totalPages: '1' });
    const members = ['createdTs', 'fileName', 'id', 'locked', 'size'];
    for (const file of files) expect(Object.keys(file).toSorted()).toEqual(members);
    expect(files[0]).toMatchObject({ fileName: 'open.pdf', locked: true, size: '0' });
    expect(files[1]).toMatchObject({ fileName: 'Alpha 3.txt', locked: false, size: '5' });
  });

  test.each([
    [{ fileName: 'beta_2.png' }, ['beta_2.png']],
    [{ fileName: { contains: 'Alpha' } }, ['Alpha 3.txt', 'Alpha 1.pdf']],
    [{ fileName: { contains: '_' } }, ['beta_2.png']],
    [{ fileName: { startsWith: 'b' } }, ['beta_2.png']],
    [{ stageKey: 'stage_review' }, ['beta_2.png']],
    [{ stageKey: { exists: false } }, ['open.pdf', 'Alpha 3.txt', 'Alpha 1.pdf']],
    [{ mimeType: ['image/png', 'text/plain'] }, ['Alpha 3.txt', 'beta_2.png']],
    [{ locked: true }, ['open.pdf']],
    [{ locked: false, mimeType: 'application/pdf' }, ['Alpha 1.pdf']],
    [{ deleted: true }, ['deleted.pdf']],
    [{ deleted: [true, false], mimeType: 'application/pdf' }, ['deleted.pdf', 'open.pdf', 'Alpha 1.pdf']],
    [{ or: [{ locked: true }, { fileName: 'beta_2.png' }] }, ['open.pdf', 'beta_2.png']],
    [{ createdTs: { lt: '2020-01-01T00:00:00Z' } }, []],
  ])('[D5] filter %j', async (filters, expected) => {
    expect(await list({ filters })).toEqual(expected);
  });

  test('[D5] by id and by process', async () => {
    expect(await list({ filters: { id: ids.get('beta_2.png') } })).toEqual(['beta_2.png']);
    expect(await list({ filters: { id: [ids.get('beta_2.png'), unknownId] } })).toEqual(['beta_2.png']);
    expect(await list({ filters: { processId } })).toEqual(['Alpha 1.pdf']);
    expect(await list({ filters: { processId: unknownId } })).toEqual([]);
  });

  test('[D5] sorts, pages and includes', async () => {
    expect(await list({ sort: 'fileName' })).toEqual(['Alpha 1.pdf', 'Alpha 3.txt', 'beta_2.png', 'open.pdf']);
    expect(await list({ sort: '-fileName', page: '2', perPageCount: '3' })).toEqual(['Alpha 1.pdf']);
    const query = { subProjectId, include: 'mimeType,sha256,deletedTs', filters: { deleted: [true, false] } };
    const { files } = await owner.ok('listStorage', query);
    const byName = new Map(files.map((file) => [file.fileName, file]));
    expect(byName.get('Alpha 3.txt')?.mimeType).toBe('text/plain');
    expect([sha256(Buffer.from('three')), undefined]).toContain(byName.get('Alpha 3.txt')?.sha256);
    expect(byName.get('deleted.pdf')?.deletedTs).toBeDefined();
    expect(byName.get('open.pdf')).not.toHaveProperty('deletedTs');
  });

  test('[D14] what cannot be understood is 1200', async () => {
    await owner.refused('listStorage', {}, 1200);
    await owner.refused('listStorage', { subProjectId: unknownId }, 1202);
    for (const query of [
      { filters: '{' },
      { filters: '[]' },
      { filters: { colour: 1 } },
      { filters: { fileName: { like: 'x' } } },
      { filters: { locked: 'yes' } },
      { page: '0' },
      { perPageCount: '1001' },
      { sort: 'colour' },
      { include: 'colour' },
    ]) {
      await owner.refused('listStorage', { subProjectId, ...query }, 1200);
    }
  });

  test('[D12] files of processes outside the row filter are not there', async () => {
    expect(await list({}, assignee)).not.toContain('Alpha 1.pdf');
    expect(await list({}, assignee)).not.toContain('beta_2.png');
    const updates = { assignee: await demoUserId(admin, 'assignee') };
    await owner.ok('updateProcessField', { processId, subProjectId, updates });
    expect(await list({}, assignee)).toContain('Alpha 1.pdf');
    await manager.refused('listStorage', { subProjectId }, 1205);
  });
});
