import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kernel/identifiers.js';
import { maintainFiles } from './retention/maintenance.js';
import { createFileFixture, type FileFixture } from './testing/file-fixture.js';

let fixture: FileFixture;
let processId: string;
beforeAll(async () => {
  fixture = await createFileFixture();
  processId = await fixture.createProcess();
});
afterEach(() => {
  fixture.proxy.fault = undefined;
});
afterAll(() => fixture.drop());

const mebibyte = 1024 ** 2;
const content = randomBytes(8 * mebibyte + 5);
const sha256 = createHash('sha256').update(content).digest('hex');
const parts = [content.subarray(0, 8 * mebibyte), content.subarray(8 * mebibyte)];

type Who = Parameters<FileFixture['caller']>[0];
const create = (changes: object = {}, who: Who = 'OWNER') =>
  fixture.useCases.createMultipartStorage(fixture.caller(who), {
    subProjectId: fixture.subProjectId,
    fileName: 'scan.tif',
    mimeType: 'image/tiff',
    pluginName: 'knowledgeRepo',
    size: String(content.length),
    processId,
    ...changes,
  });
const of = (fileId: string) => ({ subProjectId: fixture.subProjectId, fileId });
const sign = (fileId: string, partNumbers?: number[], who: Who = 'OWNER') =>
  fixture.useCases.signStorageParts(fixture.caller(who), {
    ...of(fileId),
    ...(partNumbers === undefined ? {} : { partNumbers }),
  });
const complete = (fileId: string, who: Who = 'OWNER') =>
  fixture.useCases.completeMultipartStorage(fixture.caller(who), of(fileId));
const abort = (fileId: string, who: Who = 'OWNER') =>
  fixture.useCases.abortMultipartStorage(fixture.caller(who), of(fileId));
const put = async (url: string, body: Buffer | string) =>
  (await fetch(url, { method: 'PUT', body: Buffer.from(body) })).status;

async function send(fileId: string, numbers = [1, 2]): Promise<void> {
  const signed = await sign(fileId, numbers);
  for (const { partNumber, url } of signed.parts) {
    expect(await put(url, parts[partNumber - 1] ?? '')).toBe(200);
  }
}
const download = async (fileId: string) => {
  const { urls } = await fixture.useCases.urlStorage(fixture.caller('OWNER'), { ...of(fileId), processId });
  return Buffer.from(await (await fetch(urls[0]?.url ?? '')).arrayBuffer());
};
const auditOf = async (fileId: string) =>
  (await fixture.db<{ action: string }>`select action from audit_log where subject_id = ${fileId} order by id`).map(
    (row) => row.action,
  );

describe('an upload in parts', () => {
  it('[D20] [D30] goes through its four steps, and each is written down', async () => {
    const { file, ...plan } = await create({ sha256 });
    expect(file).toEqual({ id: file.id, fileName: 'scan.tif', locked: true });
    expect(plan).toEqual({ partSize: String(8 * mebibyte), partCount: '2' });
    await send(file.id);
    const closed = await complete(file.id);
    expect(closed.file).toEqual({ id: file.id, fileName: 'scan.tif', size: String(content.length), locked: false });
    expect(await complete(file.id)).toEqual(closed);
    expect((await download(file.id)).equals(content)).toBe(true);
    expect(await auditOf(file.id)).toEqual(['file.create', 'file.signParts', 'file.close', 'file.download']);
  });

  it('goes on after a client has lost everything but the id: what is there is told', async () => {
    const { file } = await create();
    await send(file.id, [2]);
    const state = await sign(file.id);
    expect(state).toMatchObject({ size: String(content.length), partCount: '2', parts: [] });
    expect(state.uploaded).toEqual([{ partNumber: 2, size: '5' }]);
    await expect(complete(file.id)).rejects.toMatchObject({
      id: 1715,
      detail: expect.stringContaining('part 1 is missing'),
    });
    await send(file.id, [1]);
    await send(file.id, [1]);
    expect((await complete(file.id)).file.locked).toBe(false);
    expect((await download(file.id)).equals(content)).toBe(true);
  });

  it('the store takes parts of the announced size only, and no other part or upload with that signature', async () => {
    const { file } = await create();
    const [part] = (await sign(file.id, [2])).parts;
    const url = part?.url ?? '';
    expect(part).toMatchObject({ partNumber: 2, size: '5' });
    expect(Date.parse(part?.expiresTs ?? '') - Date.now()).toBeLessThanOrEqual(900_000);
    expect(await put(url, 'too long')).toBe(403);
    expect(await put(url.replace('partNumber=2', 'partNumber=1'), 'exact')).toBe(403);
    expect(await put(url, 'exact')).toBe(200);
  });

  it('once completed its signatures change nothing', async () => {
    const { file } = await create();
    const signed = await sign(file.id, [2]);
    await send(file.id);
    await complete(file.id);
    expect(await put(signed.parts[0]?.url ?? '', 'other')).toBe(404);
    expect((await download(file.id)).equals(content)).toBe(true);
    await expect(sign(file.id, [1])).rejects.toMatchObject({ id: 1715 });
    await expect(abort(file.id)).rejects.toMatchObject({ id: 1715, status: 409 });
  });

  it('[D30] another SHA-256 than announced is 1715, and aborting is the way out', async () => {
    const { file } = await create({ sha256: '0'.repeat(64) });
    await send(file.id);
    await expect(complete(file.id)).rejects.toMatchObject({ id: 1715, status: 409 });
    await expect(complete(file.id)).rejects.toMatchObject({ id: 1715 });
    expect((await abort(file.id)).status).toBe('success');
    await expect(complete(file.id)).rejects.toMatchObject({ id: 1704 });
  });

  it('aborting removes parts and record; the id names nothing afterwards', async () => {
    const { file } = await create();
    await send(file.id, [1]);
    await abort(file.id);
    await expect(sign(file.id)).rejects.toMatchObject({ id: 1704 });
    expect((await fixture.db`select from files where id = ${file.id}`).count).toBe(0);
    expect(await auditOf(file.id)).toEqual(['file.create', 'file.signParts', 'file.abort']);
  });

  it('many completing at once all get the same answer and it is closed once', async () => {
    const { file } = await create();
    await send(file.id);
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => complete(file.id)));
    expect(answers.some((answer) => answer.status === 'fulfilled')).toBe(true);
    expect((await complete(file.id)).file.locked).toBe(false);
    expect((await auditOf(file.id)).filter((action) => action === 'file.close')).toHaveLength(1);
  });

  it('many first signings at once begin one upload', async () => {
    const { file } = await create();
    const signed = await Promise.all(Array.from({ length: 4 }, () => sign(file.id, [1, 2])));
    const ids = signed.flatMap((one) => one.parts.map(({ url }) => new URL(url).searchParams.get('uploadId')));
    expect(new Set(ids).size).toBe(1);
    await send(file.id);
    expect((await complete(file.id)).file.locked).toBe(false);
  });
});

describe('an upload in parts that is interrupted', () => {
  const state = async (fileId: string) => {
    const [row] = await fixture.db`
      select closed_ts is null as open, purging from files where id = ${fileId}`;
    return row;
  };

  it('the store completes it but its answer is lost: completing again closes the file', async () => {
    const { file } = await create();
    await send(file.id);
    fixture.proxy.fault = ({ method, url }) =>
      method === 'POST' && url.includes('uploadId') ? { kind: 'lose' } : undefined;
    // The SDK's own second attempt may find the upload gone, which is as good as done.
    await complete(file.id).catch((error: unknown) => expect(error).toMatchObject({ id: 1709 }));
    fixture.proxy.fault = undefined;
    expect((await complete(file.id)).file.size).toBe(String(content.length));
    expect((await download(file.id)).equals(content)).toBe(true);
  });

  it('[D30] the store is down: 1709, nothing changes, and it goes on afterwards', async () => {
    const { file } = await create();
    await send(file.id);
    await fixture.proxy.stop();
    try {
      for (const attempt of [() => sign(file.id, [1]), () => complete(file.id)]) {
        await expect(attempt()).rejects.toMatchObject({ id: 1709, status: 502 });
      }
      expect(await state(file.id)).toEqual({ open: true, purging: false });
    } finally {
      await fixture.proxy.start();
    }
    expect((await complete(file.id)).file.locked).toBe(false);
  });

  it('aborting while the store is down answers, and maintenance finishes it', async () => {
    const { file } = await create();
    await send(file.id, [1]);
    await fixture.proxy.stop();
    try {
      expect((await abort(file.id)).status).toBe('success');
      expect(await state(file.id)).toEqual({ open: true, purging: true });
    } finally {
      await fixture.proxy.start();
    }
    expect(await maintainFiles(fixture.deps)).toMatchObject({ removed: 1, failures: {} });
    expect(await state(file.id)).toBeUndefined();
  });

  it('[D30] not completed within 24 hours it expires, and its parts go', async () => {
    const { file } = await create();
    const signed = await sign(file.id, [2]);
    await send(file.id, [2]);
    await fixture.age(file.id, 'created_ts', 25);
    await expect(complete(file.id)).rejects.toMatchObject({ id: 1704 });
    expect(await maintainFiles(fixture.deps)).toMatchObject({ expired: 1, removed: 1, failures: {} });
    expect(await put(signed.parts[0]?.url ?? '', 'exact')).toBe(404);
  });
});

describe('who may upload in parts', () => {
  it('[D13] sub-project, role, target, row filter, values', async () => {
    const bad = { fileName: '/', size: 'x' };
    await expect(create({ ...bad, subProjectId: newId() })).rejects.toMatchObject({ id: 1202 });
    await expect(create(bad, 'READER')).rejects.toMatchObject({ id: 1206 });
    await expect(create({ ...bad, processId: 'x' })).rejects.toMatchObject({ id: 1200, status: 404 });
    await expect(create(bad, 'ASSIGNEE')).rejects.toMatchObject({ id: 1206 });
    await expect(create(bad)).rejects.toMatchObject({ id: 1200, errors: [{ pointer: '/fileName' }] });
    await expect(create({ pluginName: 'nowhere' })).rejects.toMatchObject({ id: 1709, status: 400 });
    for (const size of ['0', '-1', '1.5', 'x', '1e3', String(1024 ** 4)]) {
      await expect(create({ size })).rejects.toMatchObject({ id: 1200, errors: [{ pointer: '/size' }] });
    }
  });

  it('[D12] [D41] a file of a hidden process is 1704, no role 1206, another kind of upload 1715', async () => {
    const { file } = await create();
    const { file: byForm } = await fixture.create();
    for (const operate of [sign, complete, abort] as ((fileId: string, ...rest: never[]) => Promise<unknown>)[]) {
      await expect(operate(newId())).rejects.toMatchObject({ id: 1704 });
      await expect(operate('x')).rejects.toMatchObject({ id: 1704 });
      await expect(operate(byForm.id)).rejects.toMatchObject({ id: 1715 });
    }
    for (const [who, id] of [
      ['ASSIGNEE', 1704],
      ['READER', 1206],
      ['STRANGER', 1206],
    ] as const) {
      await expect(sign(file.id, [], who)).rejects.toMatchObject({ id });
      await expect(complete(file.id, who)).rejects.toMatchObject({ id });
      await expect(abort(file.id, who)).rejects.toMatchObject({ id });
    }
    await expect(fixture.close(file.id)).rejects.toMatchObject({ id: 1715 });
    await expect(sign(file.id, [3])).rejects.toMatchObject({ id: 1200, errors: [{ pointer: '/partNumbers/0' }] });
  });

  it('[D32] under legal hold an open upload cannot be aborted: 1712', async () => {
    const held = await fixture.addSubProject({ storage: { legalHold: true } });
    const { file } = await create({ subProjectId: held, processId: undefined });
    const request = { subProjectId: held, fileId: file.id };
    await expect(fixture.useCases.abortMultipartStorage(fixture.caller('OWNER'), request)).rejects.toMatchObject({
      id: 1712,
      status: 423,
    });
  });

  it('[D32] an open upload in parts cannot be deleted', async () => {
    const { file } = await create();
    const request = { fileIds: [file.id] };
    await expect(fixture.useCases.deleteStorage(fixture.caller('OWNER'), request)).rejects.toMatchObject({ id: 1712 });
  });
});
