import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { createFileFixture, type FileFixture } from '../testing/file-fixture.js';

let fixture: FileFixture;
let processId: string;
let assigned: string;
beforeAll(async () => {
  fixture = await createFileFixture();
  processId = await fixture.createProcess();
  assigned = await fixture.createProcess({ assigned: true });
});
afterAll(() => fixture.drop());

type Who = Parameters<FileFixture['caller']>[0];
const address = (fileId: string, at: string = processId, who: Who = 'OWNER', subProjectId = fixture.subProjectId) =>
  fixture.useCases.urlStorage(fixture.caller(who), { subProjectId, processId: at, fileId });

describe('[D31] the signed download', () => {
  it('gives back the bytes under the name of the file, without a bearer token', async () => {
    const { id, content } = await fixture.upload({ processId, fileName: 'Übersicht 2026.txt' });
    const { urls } = await address(id);
    expect(urls).toEqual([{ fileId: id, url: expect.stringContaining('X-Amz-Signature=') }]);
    const response = await fetch(urls[0]?.url ?? '');
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Ubersicht 2026.txt"; filename*=UTF-8''%C3%9Cbersicht%202026.txt`,
    );
  });

  it('serves a part of the file', async () => {
    const { id, content } = await fixture.upload({ processId });
    const { urls } = await address(id);
    const response = await fetch(urls[0]?.url ?? '', { headers: { range: 'bytes=7-9' } });
    expect(response.status).toBe(206);
    expect(await response.text()).toBe(content.subarray(7, 10).toString());
  });

  it('never shows HTML inside a page', async () => {
    const { id } = await fixture.upload({ processId, fileName: 'a.html', mimeType: 'text/html' }, '<script>1</script>');
    const response = await fetch((await address(id)).urls[0]?.url ?? '');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
  });

  it('is refused by the store once it is tampered with', async () => {
    const [one, other] = [await fixture.upload({ processId }), await fixture.upload({ processId })];
    const url = (await address(one.id)).urls[0]?.url ?? '';
    expect((await fetch(url.replace(one.id, other.id))).status).toBe(403);
    expect((await fetch(url.replace('X-Amz-Expires=900', 'X-Amz-Expires=90000'))).status).toBe(403);
  });

  it('[D20] is written down with who asked and on which process', async () => {
    const { id } = await fixture.upload({ processId });
    await address(id);
    const rows = await fixture.db`
      select action, process_id as "processId", by_name as "byName" from audit_log
      where subject_id = ${id} and action = 'file.download'`;
    expect(rows).toEqual([{ action: 'file.download', processId, byName: 'OWNER' }]);
  });
});

describe('[D31] 1704 answers', () => {
  it('a file attached to other processes only, but not one attached to none or to this one too', async () => {
    const other = await fixture.upload({ processId: assigned });
    await expect(address(other.id)).rejects.toMatchObject({ id: 1704, status: 404 });
    const free = await fixture.upload();
    expect((await address(free.id)).urls).toHaveLength(1);
    const update = { subProjectId: fixture.subProjectId, processId, updates: { document: other.id } };
    await fixture.processes.updateProcessField(fixture.caller('OWNER'), update);
    expect((await address(other.id)).urls).toHaveLength(1);
    expect((await address(other.id, assigned)).urls).toHaveLength(1);
  });

  it('a locked, a deleted, a foreign and an unknown file', async () => {
    const { file: open } = await fixture.create({ processId });
    const deleted = await fixture.upload({ processId });
    await fixture.useCases.deleteStorage(fixture.caller('OWNER'), { fileIds: [deleted.id] });
    const foreign = await fixture.upload({ subProjectId: await fixture.addSubProject() });
    for (const id of [open.id, deleted.id, foreign.id, newId(), 'x']) {
      await expect(address(id)).rejects.toMatchObject({ id: 1704 });
    }
  });
});

describe('[D13] urlStorage checks', () => {
  it('sub-project, role, process, row filter and file in this order', async () => {
    const { id } = await fixture.upload({ processId });
    await expect(address(id, 'x', 'OWNER', newId())).rejects.toMatchObject({ id: 1202 });
    await expect(address(id, 'x', 'GUEST')).rejects.toMatchObject({ id: 1205 });
    await expect(address('x', 'x')).rejects.toMatchObject({ id: 1200, status: 404 });
    await expect(address('x', newId())).rejects.toMatchObject({ id: 1200, status: 404 });
    await expect(address('x', processId, 'ASSIGNEE')).rejects.toMatchObject({ id: 1210, status: 403 });
    await expect(address('x', assigned, 'ASSIGNEE')).rejects.toMatchObject({ id: 1704 });
  });
});
