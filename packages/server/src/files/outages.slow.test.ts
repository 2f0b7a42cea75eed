import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { maintainFiles } from './retention/maintenance.js';
import { download } from './testing/download.js';
import type { Asked, Fault } from './testing/fault-proxy.js';
import { createFileFixture, type FileFixture, sendForm } from './testing/file-fixture.js';
import { reconcile } from './testing/reconcile.js';

let fixture: FileFixture;
let processId: string;
beforeAll(async () => {
  fixture = await createFileFixture({}, { requestMs: 600 });
  processId = await fixture.createProcess();
});
afterEach(() => {
  fixture.proxy.fault = undefined;
});
afterAll(() => fixture.drop());

const rowOf = async (fileId: string) => {
  const [row] = await fixture.db<{ row: object }>`select to_jsonb(f) as row from files f where id = ${fileId}`;
  return row?.row;
};

const isHead = ({ method }: Asked) => method === 'HEAD';
const isCopy = ({ headers }: Asked) => headers['x-amz-copy-source'] !== undefined;

const faults: readonly (readonly [name: string, fault: Fault])[] = [
  ['takes requests and never answers', { kind: 'hang' }],
  ['cuts connections', { kind: 'cut' }],
  ['does it and its answer is lost', { kind: 'lose' }],
  ['is slower than anybody waits', { kind: 'delay', ms: 2000 }],
  ['has an internal error', { kind: 'answer', status: 500, code: 'InternalError' }],
  ['is overloaded', { kind: 'answer', status: 503, code: 'SlowDown' }],
  ['is full', { kind: 'answer', status: 503, code: 'ServiceUnavailable' }],
  ['is full, as WebDAV says it', { kind: 'answer', status: 507, code: 'InsufficientStorage' }],
  ['refuses the credentials', { kind: 'answer', status: 403, code: 'InvalidAccessKeyId' }],
  ['denies access', { kind: 'answer', status: 403, code: 'AccessDenied' }],
  ['finds the clocks too far apart', { kind: 'answer', status: 403, code: 'RequestTimeTooSkewed' }],
  ['has lost the bucket', { kind: 'answer', status: 404, code: 'NoSuchBucket' }],
  ['is behind a broken proxy', { kind: 'answer', status: 502, code: 'BadGateway' }],
];

/** A store that says it is full is told from one that does not answer (D56). */
const errorOf = (fault: Fault) =>
  fault.kind === 'answer' && fault.status === 507 ? { id: 1720, status: 507 } : { id: 1709, status: 502 };

describe.each(faults)('[D30] while the store %s', (_name, fault) => {
  it('closing is 1709, or 1720, within seconds, the record stays as it was, and closing works afterwards', async () => {
    const { file, aws } = await fixture.create({ processId });
    expect((await sendForm(aws, 'kept')).status).toBe(204);
    const before = await rowOf(file.id);
    fixture.proxy.fault = (asked) => (isCopy(asked) ? fault : undefined);
    const started = Date.now();
    await expect(fixture.close(file.id)).rejects.toMatchObject(errorOf(fault));
    expect(Date.now() - started).toBeLessThan(5000);
    expect(await rowOf(file.id)).toEqual(before);
    fixture.proxy.fault = undefined;
    expect((await fixture.close(file.id)).file).toMatchObject({ size: '4', locked: false });
    expect(await download(fixture, processId, file.id)).toBe('kept');
  });

  it('also when it is so from the first look on', async () => {
    const { file, aws } = await fixture.create({ processId });
    await sendForm(aws, 'kept');
    const before = await rowOf(file.id);
    fixture.proxy.fault = (asked) => (isHead(asked) ? fault : undefined);
    const started = Date.now();
    const refused = await fixture.close(file.id).catch((error: unknown) => error);
    expect(refused).toMatchObject(errorOf(fault));
    expect(JSON.stringify(refused)).not.toMatch(/127\.0\.0\.1|test-key|invoice\.txt/);
    expect(Date.now() - started).toBeLessThan(5000);
    expect(await rowOf(file.id)).toEqual(before);
    fixture.proxy.fault = undefined;
    expect((await fixture.close(file.id)).file.locked).toBe(false);
  });
});

describe.each(faults.filter((_fault, index) => index % 3 === 0))('[D32] while the store %s', (_name, fault) => {
  it('purging keeps its mark and its object, and the next round finishes', async () => {
    const { id } = await fixture.upload();
    await fixture.useCases.deleteStorage(fixture.caller('OWNER'), { fileIds: [id] });
    await fixture.age(id, 'deleted_ts', 31 * 24);
    fixture.proxy.fault = () => fault;
    expect(await maintainFiles(fixture.deps)).toMatchObject({
      purged: 1,
      removed: 0,
      failures: { knowledgeRepo: expect.anything() },
    });
    const { plugins } = await reconcile(fixture, fixture.deps);
    expect(plugins[0]?.failure).toContain('1709');
    expect(plugins[0]).toMatchObject({ missing: { count: 0 }, orphans: { count: 0 }, altered: { count: 0 } });
    fixture.proxy.fault = undefined;
    expect(await maintainFiles(fixture.deps)).toMatchObject({ purged: 0, removed: 1, failures: {} });
    expect(await rowOf(id)).toBeUndefined();
  });
});

describe('[D30] an object that vanishes', () => {
  it('between looking and copying is 1715: upload again', async () => {
    const { file, aws } = await fixture.create({ processId });
    await sendForm(aws, 'here');
    fixture.proxy.fault = (asked) => (isCopy(asked) ? { kind: 'answer', status: 404, code: 'NoSuchKey' } : undefined);
    await expect(fixture.close(file.id)).rejects.toMatchObject({ id: 1715, status: 409 });
    fixture.proxy.fault = undefined;
    expect((await fixture.close(file.id)).file.locked).toBe(false);
  });

  it('[D31] [D32] after closing: the address answers 404 at the store, and reconcile reports it', async () => {
    const { id } = await fixture.upload({ processId });
    const [row] = await fixture.db<{ key: string }>`select object_key as key from files where id = ${id}`;
    await fixture.deps.storage.remove('knowledgeRepo', row?.key ?? '');
    const { urls } = await fixture.useCases.urlStorage(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      processId,
      fileId: id,
    });
    expect((await fetch(urls[0]?.url ?? '')).status).toBe(404);
    const { plugins } = await reconcile(fixture, fixture.deps);
    expect(plugins[0]?.missing.first.map((file) => file.fileId)).toEqual([id]);
  });
});

describe('a store that answers in fits and starts', () => {
  it('[D30] one failed attempt in two is not noticed', async () => {
    const { file, aws } = await fixture.create({ processId });
    await sendForm(aws, 'kept');
    let requests = 0;
    fixture.proxy.fault = () => {
      requests += 1;
      return requests % 2 === 1 ? { kind: 'answer', status: 500, code: 'InternalError' } : undefined;
    };
    expect((await fixture.close(file.id)).file.locked).toBe(false);
  });

  it('[D30] what cannot be tidied up at closing goes with maintenance', async () => {
    const { file, aws } = await fixture.create({ processId });
    await sendForm(aws, 'kept');
    fixture.proxy.fault = ({ method }) => (method === 'DELETE' ? { kind: 'hang' } : undefined);
    expect((await fixture.close(file.id)).file.locked).toBe(false);
    fixture.proxy.fault = undefined;
    const tomorrow = new Date(Date.now() + 23 * 3600 * 1000);
    await maintainFiles(fixture.deps, { now: tomorrow });
    expect((await reconcile(fixture, fixture.deps)).plugins[0]).toMatchObject({ orphans: { count: 0 } });
    expect(await download(fixture, processId, file.id)).toBe('kept');
  });
});
