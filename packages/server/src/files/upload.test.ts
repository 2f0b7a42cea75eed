import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kernel/identifiers.js';
import { createFileFixture, type FileFixture, sendForm } from './testing/file-fixture.js';

let fixture: FileFixture;
beforeAll(async () => {
  fixture = await createFileFixture({ maximumFileSize: 2000, mimeTypes: ['text/*', 'application/pdf'] });
});
afterAll(() => fixture.drop());

const auditOf = async (fileId: string) =>
  (await fixture.db<{ action: string }>`select action from audit_log where subject_id = ${fileId} order by id`).map(
    (row) => row.action,
  );
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the three steps of an upload', () => {
  it('[D29] [D30] reserve, take the form with 204, and close with the size', async () => {
    const { file, aws } = await fixture.create({ fileName: 'Rechnung März.txt' });
    expect(file).toEqual({ id: file.id, fileName: 'Rechnung März.txt', locked: true });
    expect((await sendForm(aws, 'Grüße')).status).toBe(204);
    const closed = await fixture.close(file.id);
    expect(closed).toEqual({ file: { id: file.id, fileName: 'Rechnung März.txt', size: '7', locked: false } });
    expect(await fixture.close(file.id)).toEqual(closed);
    expect(await auditOf(file.id)).toEqual(['file.create', 'file.close']);
  });

  it('[D29] an empty file is a file', async () => {
    const { file, aws } = await fixture.create();
    expect((await sendForm(aws, '')).status).toBe(204);
    expect((await fixture.close(file.id)).file.size).toBe('0');
  });

  it('[D29] the store refuses another key, another type, more bytes and no signature', async () => {
    const { file, aws } = await fixture.create();
    expect((await sendForm(aws, 'x', { key: `${newId()}/x/y` })).status).toBe(403);
    expect((await sendForm(aws, 'x', { 'Content-Type': 'text/html' })).status).toBe(403);
    expect((await sendForm(aws, 'x'.repeat(2001))).status).toBe(400);
    expect((await sendForm(aws, 'x', { 'X-Amz-Signature': '0'.repeat(64) })).status).toBe(403);
    await expect(fixture.close(file.id)).rejects.toMatchObject({ id: 1715, status: 409 });
    expect((await sendForm(aws, 'x'.repeat(2000))).status).toBe(204);
    expect((await fixture.close(file.id)).file.size).toBe('2000');
  });

  it('[D30] nothing uploaded is 1715, and closing works once it is there', async () => {
    const { file, aws } = await fixture.create();
    await expect(fixture.close(file.id)).rejects.toMatchObject({ id: 1715, status: 409 });
    await sendForm(aws, 'late');
    expect((await fixture.close(file.id)).file.locked).toBe(false);
  });

  it('[D30] an announced SHA-256 is checked by the store and at close', async () => {
    const { file, aws } = await fixture.create({ sha256: sha256('right').toUpperCase() });
    const { status } = await sendForm(aws, 'wrong');
    // Stores that check no upload checksums leave it to closing.
    if (status === 204 && fixture.store.external) {
      await expect(fixture.close(file.id)).rejects.toMatchObject({ id: 1715 });
    } else expect(status).toBe(400);
    expect((await sendForm(aws, 'right')).status).toBe(204);
    await fixture.close(file.id);
    const [row] = await fixture.db<{ sha256: string }>`select sha256 from files where id = ${file.id}`;
    expect(row?.sha256).toBe(sha256('right'));
  });

  it('[D30] of many closes at once one closes and all give the same answer', async () => {
    const { file, aws } = await fixture.create();
    await sendForm(aws, 'once');
    const answers = await Promise.all(Array.from({ length: 8 }, () => fixture.close(file.id)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await auditOf(file.id)).toEqual(['file.create', 'file.close']);
  });

  it('[D30] an upload that was not closed within 24 hours names nothing', async () => {
    const { file, aws } = await fixture.create();
    await sendForm(aws, 'too late');
    await fixture.age(file.id, 'created_ts', 25);
    await expect(fixture.close(file.id)).rejects.toMatchObject({ id: 1704, status: 404 });
  });
});

describe('createSignedStorage refuses', () => {
  it.each([
    ['a path', { fileName: 'a/b.txt' }, '/fileName'],
    ['a Windows path', { fileName: 'C:\\b.txt' }, '/fileName'],
    ['control characters', { fileName: 'a\nb' }, '/fileName'],
    ['reversed reading direction', { fileName: 'a\u202etxt.exe' }, '/fileName'],
    ['a name of nothing', { fileName: ' ' }, '/fileName'],
    ['a parent directory', { fileName: '..' }, '/fileName'],
    ['a name of 256 characters', { fileName: 'x'.repeat(256) }, '/fileName'],
    ['a type without subtype', { mimeType: 'text' }, '/mimeType'],
    ['a type with a line break', { mimeType: 'text/plain\r\nx: y' }, '/mimeType'],
    ['a type the plugin does not take', { mimeType: 'image/png' }, '/mimeType'],
    ['half a SHA-256', { sha256: 'abc' }, '/sha256'],
  ])('[D14] %s with 1200', async (_what, changes, pointer) => {
    await expect(fixture.create(changes)).rejects.toMatchObject({ id: 1200, status: 400, errors: [{ pointer }] });
  });

  it('[D14] a process or stage that does not exist with 1200 and 404', async () => {
    for (const changes of [{ processId: newId() }, { processId: 'x' }, { stageKey: 'nowhere' }]) {
      await expect(fixture.create(changes)).rejects.toMatchObject({ id: 1200, status: 404 });
    }
  });

  it('[D8] an unknown plugin, and one the sub-project does not allow, with 1709 and 400', async () => {
    await expect(fixture.create({ pluginName: 'nowhere' })).rejects.toMatchObject({ id: 1709, status: 400 });
    const strict = await fixture.addSubProject({ storage: { plugins: ['other'] } });
    await expect(fixture.create({ subProjectId: strict })).rejects.toMatchObject({ id: 1709, status: 400 });
  });

  it('[D13] [D41] by sub-project, then role, then target, then row filter, then values', async () => {
    const bad = { fileName: '/' };
    await expect(fixture.create({ ...bad, subProjectId: newId() })).rejects.toMatchObject({ id: 1202 });
    await expect(fixture.create({ ...bad, processId: 'x' }, 'READER')).rejects.toMatchObject({ id: 1206 });
    await expect(fixture.create({ ...bad, processId: 'x' }, 'STRANGER')).rejects.toMatchObject({ id: 1206 });
    await expect(fixture.create({ ...bad, processId: 'x' })).rejects.toMatchObject({ id: 1200, status: 404 });
    const processId = await fixture.createProcess();
    await expect(fixture.create({ ...bad, processId }, 'ASSIGNEE')).rejects.toMatchObject({ id: 1206 });
    await expect(fixture.create(bad)).rejects.toMatchObject({ id: 1200, status: 400 });
  });

  it('[D29] nothing larger than the sub-project allows', async () => {
    const small = await fixture.addSubProject({ storage: { maximumFileSize: 3 } });
    const { aws } = await fixture.create({ subProjectId: small });
    expect((await sendForm(aws, '1234')).status).toBe(400);
    expect((await sendForm(aws, '123')).status).toBe(204);
  });
});

describe('closeSignedStorage', () => {
  it('[D30] answers 1704 for a file that is unknown, of another sub-project or of a hidden process', async () => {
    const other = await fixture.addSubProject();
    const { file: foreign } = await fixture.create({ subProjectId: other });
    const { file: hidden } = await fixture.create({ processId: await fixture.createProcess() });
    for (const id of [newId(), 'no-uuid', foreign.id]) {
      await expect(fixture.close(id)).rejects.toMatchObject({ id: 1704, status: 404 });
    }
    await expect(fixture.close(hidden.id, 'ASSIGNEE')).rejects.toMatchObject({ id: 1704 });
    await expect(fixture.close(hidden.id, 'READER')).rejects.toMatchObject({ id: 1206 });
  });
});
