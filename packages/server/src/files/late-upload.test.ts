import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maintainFiles } from './retention/maintenance.js';
import { fileRoot } from './store/object-key.js';
import { download } from './testing/download.js';
import { createFileFixture, type FileFixture, sendForm } from './testing/file-fixture.js';
import { reconcile } from './testing/reconcile.js';

let fixture: FileFixture;
let processId: string;
beforeAll(async () => {
  fixture = await createFileFixture();
  processId = await fixture.createProcess();
});
afterAll(() => fixture.drop());

const nextHours = (hours: number) => new Date(Date.now() + hours * 3600 * 1000);

const keyOf = async (fileId: string) => {
  const [row] = await fixture.db<{ key: string }>`select object_key as key from files where id = ${fileId}`;
  return row?.key ?? '';
};
const keysOf = async (fileId: string) => {
  const root = fileRoot(await keyOf(fileId), fileId) ?? '';
  const page = await fixture.deps.storage.listPage('knowledgeRepo', root);
  return page.items.map(({ key }) => key);
};

/** Keeps copies from the store until they are released. */
function holdCopies(): { readonly reached: Promise<void>; release(): void } {
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    fixture.proxy.fault = ({ headers }) => {
      if (headers['x-amz-copy-source'] === undefined) return undefined;
      resolve();
      return { kind: 'hold', until };
    };
  });
  return { reached, release };
}

describe('[D29] [D30] a form that is sent again after closing', () => {
  it('is taken by the store and changes nothing of the file', async () => {
    const { file, aws } = await fixture.create();
    expect((await sendForm(aws, 'approved')).status).toBe(204);
    const closed = await fixture.close(file.id);
    expect((await sendForm(aws, 'swapped!')).status).toBe(204);
    expect(await download(fixture, processId, file.id)).toBe('approved');
    expect(await fixture.close(file.id)).toEqual(closed);
    expect(await download(fixture, processId, file.id)).toBe('approved');
    const [report] = (await reconcile(fixture, fixture.deps)).plugins;
    expect(report).toMatchObject({ orphans: { count: 0 }, missing: { count: 0 }, altered: { count: 0 } });
  });

  it('keeps type, name and digest through the copy', async () => {
    const { id } = await fixture.upload({ fileName: 'a.html', mimeType: 'text/html; charset=utf-8' }, '<p>');
    const object = await fixture.deps.storage.head('knowledgeRepo', await keyOf(id));
    expect(object).toMatchObject({ contentType: 'text/html; charset=utf-8', size: 3 });
    expect((await keyOf(id)).endsWith('/a.html')).toBe(true);
  });

  it('closing leaves one object, and what is uploaded later goes an hour after closing', async () => {
    const { file, aws } = await fixture.create();
    await sendForm(aws, 'first');
    await fixture.close(file.id);
    expect(await keysOf(file.id)).toEqual([await keyOf(file.id)]);
    await sendForm(aws, 'late');
    expect(await keysOf(file.id)).toHaveLength(2);
    await maintainFiles(fixture.deps);
    expect(await keysOf(file.id)).toHaveLength(2);
    expect((await maintainFiles(fixture.deps, { now: nextHours(2) })).settled).toBeGreaterThan(0);
    expect(await keysOf(file.id)).toEqual([await keyOf(file.id)]);
    expect(await download(fixture, processId, file.id)).toBe('first');
    expect((await maintainFiles(fixture.deps, { now: nextHours(2) })).settled).toBe(0);
  });

  it('a closing that was cut short after its copy leaves it; closing again works and it goes with time', async () => {
    const { file, aws } = await fixture.create();
    await sendForm(aws, 'twice copied');
    const uploaded = await keyOf(file.id);
    const left = uploaded.replace(/[^/]+$/, '01900000-0000-7000-8000-00000000abcd/invoice.txt');
    const object = await fixture.deps.storage.head('knowledgeRepo', uploaded);
    const copy = { from: uploaded, to: left, size: object?.size ?? 0 };
    expect(await fixture.deps.storage.copy('knowledgeRepo', copy)).toBe(true);
    await fixture.close(file.id);
    expect(await keysOf(file.id)).toHaveLength(2);
    await maintainFiles(fixture.deps, { now: nextHours(2) });
    expect(await keysOf(file.id)).toEqual([await keyOf(file.id)]);
  });

  it('an upload that changes while it is being closed is closed as what was copied', async () => {
    const { file, aws } = await fixture.create();
    await sendForm(aws, 'older');
    const { reached, release } = holdCopies();
    const closing = fixture.close(file.id);
    await reached;
    expect((await sendForm(aws, 'newer!')).status).toBe(204);
    release();
    expect((await closing).file.size).toBe('6');
    fixture.proxy.fault = undefined;
    expect(await download(fixture, processId, file.id)).toBe('newer!');
  });

  it('an upload that is swapped for one of another SHA-256 while it is being closed is 1715 and leaves no copy', async () => {
    const right = createHash('sha256').update('right').digest('hex');
    const { file, aws } = await fixture.create();
    await fixture.db`update files set sha256 = ${right} where id = ${file.id}`;
    await sendForm(aws, 'right');
    const { reached, release } = holdCopies();
    const closing = fixture.close(file.id);
    const refused = expect(closing).rejects.toMatchObject({ id: 1715, status: 409 });
    await reached;
    await sendForm(aws, 'wrong');
    release();
    await refused;
    fixture.proxy.fault = undefined;
    expect(await keysOf(file.id)).toHaveLength(1);
  });

  it('of many closings at once one object stays', async () => {
    const { file, aws } = await fixture.create();
    await sendForm(aws, 'once');
    await Promise.all(Array.from({ length: 8 }, () => fixture.close(file.id)));
    expect(await keysOf(file.id)).toEqual([await keyOf(file.id)]);
    expect(await download(fixture, processId, file.id)).toBe('once');
  });

  it('a file purged before it was settled leaves nothing', async () => {
    const { file, aws } = await fixture.create();
    await sendForm(aws, 'a');
    await fixture.close(file.id);
    await sendForm(aws, 'b');
    const root = fileRoot(await keyOf(file.id), file.id) ?? '';
    await fixture.useCases.deleteStorage(fixture.caller('OWNER'), { fileIds: [file.id] });
    await fixture.age(file.id, 'deleted_ts', 31 * 24);
    expect((await maintainFiles(fixture.deps)).removed).toBe(1);
    expect((await fixture.deps.storage.listPage('knowledgeRepo', root)).items).toEqual([]);
  });
});
