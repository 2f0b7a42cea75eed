import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signInDemoClients } from '../support/demo-clients.js';
import { sha256 } from '../support/store.js';
import { configuration, createProcess, deploy, unknownId } from '../support/sub-project.js';

const { admin, owner } = await signInDemoClients();
const { id: subProjectId } = await deploy(admin);
const content = randomBytes(20 * 1024 * 1024 + 5);

const create = (members: Readonly<Record<string, unknown>> = {}) =>
  owner.ok('createMultipartStorage', {
    subProjectId,
    fileName: 'large.pdf',
    mimeType: 'application/pdf',
    pluginName: 'knowledgeRepo',
    size: String(content.length),
    ...members,
  });
const sign = (fileId: string, partNumbers?: readonly number[]) =>
  owner.ok('signStorageParts', { subProjectId, fileId, partNumbers });
const complete = (fileId: string) => owner.ok('completeMultipartStorage', { subProjectId, fileId });

async function put(fileId: string, partNumber: number, partSize: number, body?: Uint8Array): Promise<number> {
  const { parts } = await sign(fileId, [partNumber]);
  const begin = (partNumber - 1) * partSize;
  const part = body ?? content.subarray(begin, begin + partSize);
  const response = await fetch(parts[0]?.url ?? '', { method: 'PUT', body: new Blob([Buffer.from(part)]) });
  await response.arrayBuffer();
  return response.status;
}

describe('an upload in parts', () => {
  test('parts in any order, one of them twice, after a pause: the file is byte-identical', async () => {
    const { file, ...plan } = await create({ sha256: sha256(content) });
    const partSize = Number(plan.partSize);
    const count = Number(plan.partCount);
    expect(file.locked).toBe(true);
    expect([count, (count - 1) * partSize < content.length, count * partSize >= content.length]).toEqual([
      3,
      true,
      true,
    ]);
    expect(await put(file.id, 3, partSize)).toBe(200);
    expect(await put(file.id, 1, partSize, randomBytes(partSize))).toBe(200);
    await owner.refused('completeMultipartStorage', { subProjectId, fileId: file.id }, 1715);
    const paused = await sign(file.id);
    expect(paused.uploaded.map(({ partNumber }) => partNumber)).toEqual([1, 3]);
    expect(await put(file.id, 1, partSize)).toBe(200);
    expect(await put(file.id, 2, partSize)).toBe(200);
    const closed = await complete(file.id);
    expect(closed.file).toMatchObject({ id: file.id, size: String(content.length), locked: false });
    expect(await complete(file.id)).toEqual(closed);
    const processId = await createProcess(owner, subProjectId);
    const { urls } = await owner.ok('urlStorage', { subProjectId, processId, fileId: file.id });
    const response = await fetch(urls[0]?.url ?? '');
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    await owner.refused('signStorageParts', { subProjectId, fileId: file.id }, 1715);
    await owner.refused('abortMultipartStorage', { subProjectId, fileId: file.id }, 1715);
  });

  test('a part of another size or with a changed address is refused by the store', async () => {
    const { file, partSize } = await create({ size: '1000' });
    expect(await put(file.id, 1, Number(partSize), randomBytes(1001))).toBeGreaterThanOrEqual(400);
    const { parts } = await sign(file.id, [1]);
    const address = new URL(parts[0]?.url ?? '');
    address.searchParams.set('partNumber', '2');
    const response = await fetch(address, { method: 'PUT', body: 'x' });
    expect(response.status).toBe(403);
    await owner.refused('completeMultipartStorage', { subProjectId, fileId: file.id }, 1715);
  });

  test('aborted it is gone', async () => {
    const { file, partSize } = await create({ size: '1000' });
    expect(await put(file.id, 1, Number(partSize), randomBytes(1000))).toBe(200);
    await owner.ok('abortMultipartStorage', { subProjectId, fileId: file.id });
    for (const operation of ['signStorageParts', 'completeMultipartStorage', 'abortMultipartStorage'] as const) {
      await owner.refused(operation, { subProjectId, fileId: file.id }, 1704);
    }
    const { files } = await owner.ok('listStorage', { subProjectId, perPageCount: '1000' });
    expect(files.map(({ id }) => id)).not.toContain(file.id);
  });

  test('sizes that cannot be, unknown files and parts', async () => {
    const small = await deploy(admin, configuration({ storage: { maximumFileSize: 1000 } }));
    const body = { subProjectId, fileName: 'x.pdf', mimeType: 'application/pdf', pluginName: 'knowledgeRepo' };
    for (const size of ['0', '-1', '1.5', 'x', '9'.repeat(20), '', undefined, 5]) {
      await owner.refused('createMultipartStorage', { ...body, size }, 1200);
    }
    await owner.refused('createMultipartStorage', { ...body, subProjectId: small.id, size: '1001' }, 1200);
    const elsewhere = { ...body, size: '10', pluginName: 'elsewhere' };
    await owner.refused('createMultipartStorage', elsewhere, 1709, { status: 400 });
    const { file } = await create({ size: '10' });
    await owner.refused('signStorageParts', { subProjectId, fileId: file.id, partNumbers: [2] }, 1200);
    await owner.refused('signStorageParts', { subProjectId, fileId: unknownId, partNumbers: [1] }, 1704);
  });
});
