import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileFixture, type FileFixture } from './testing/file-fixture.js';

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

const reserve = { fileName: 'a.txt', mimeType: 'text/plain', pluginName: 'knowledgeRepo' };

/** Every operation on files, on a file attached to the process `at`. Each prepares what it needs as OWNER. */
const operations = {
  async listStorage(who: Who, at: string) {
    const { id } = await fixture.upload({ processId: at });
    const { subProjectId } = fixture;
    const { files } = await fixture.useCases.listStorage(fixture.caller(who), {
      subProjectId,
      filters: JSON.stringify({ id }),
    });
    return files.length;
  },
  async urlStorage(who: Who, at: string) {
    const { id: fileId } = await fixture.upload({ processId: at });
    const request = { subProjectId: fixture.subProjectId, processId: at, fileId };
    return (await fixture.useCases.urlStorage(fixture.caller(who), request)).urls.length;
  },
  async createSignedStorage(who: Who, at: string) {
    const { file } = await fixture.create({ processId: at }, who);
    return file.locked;
  },
  async closeSignedStorage(who: Who, at: string) {
    const { id } = await fixture.upload({ processId: at });
    return (await fixture.close(id, who)).file.locked;
  },
  async createMultipartStorage(who: Who, at: string) {
    const { subProjectId } = fixture;
    const request = { ...reserve, subProjectId, size: '1', processId: at };
    return (await fixture.useCases.createMultipartStorage(fixture.caller(who), request)).file.locked;
  },
  async signStorageParts(who: Who, at: string) {
    const request = { subProjectId: fixture.subProjectId, fileId: await openInParts(at), partNumbers: [1] };
    return (await fixture.useCases.signStorageParts(fixture.caller(who), request)).parts.length;
  },
  async completeMultipartStorage(who: Who, at: string) {
    const request = { subProjectId: fixture.subProjectId, fileId: await openInParts(at) };
    const { parts } = await fixture.useCases.signStorageParts(fixture.caller('OWNER'), {
      ...request,
      partNumbers: [1],
    });
    await fetch(parts[0]?.url ?? '', { method: 'PUT', body: 'x' });
    return (await fixture.useCases.completeMultipartStorage(fixture.caller(who), request)).file.locked;
  },
  async abortMultipartStorage(who: Who, at: string) {
    const request = { subProjectId: fixture.subProjectId, fileId: await openInParts(at) };
    return (await fixture.useCases.abortMultipartStorage(fixture.caller(who), request)).status;
  },
  async deleteStorage(who: Who, at: string) {
    const { id } = await fixture.upload({ processId: at });
    return (await fixture.useCases.deleteStorage(fixture.caller(who), { fileIds: [id] })).success;
  },
  async recover(who: Who, at: string) {
    const { id } = await fixture.upload({ processId: at });
    await fixture.useCases.deleteStorage(fixture.caller('OWNER'), { fileIds: [id] });
    return (await fixture.useCases.deleteStorage(fixture.caller(who), { fileIds: [id], recover: true })).success;
  },
};
type OperationName = keyof typeof operations;

async function openInParts(at: string): Promise<string> {
  const request = { ...reserve, subProjectId: fixture.subProjectId, size: '1', processId: at };
  return (await fixture.useCases.createMultipartStorage(fixture.caller('OWNER'), request)).file.id;
}

/** The right each needs, the error without it, and what a file outside the row filter looks like. */
const rules: {
  readonly [Name in OperationName]: readonly ['read' | 'create' | 'delete', denied: number, hidden: number];
} = {
  listStorage: ['read', 1205, 0],
  urlStorage: ['read', 1205, 1210],
  createSignedStorage: ['create', 1206, 1206],
  closeSignedStorage: ['create', 1206, 1704],
  createMultipartStorage: ['create', 1206, 1206],
  signStorageParts: ['create', 1206, 1704],
  completeMultipartStorage: ['create', 1206, 1704],
  abortMultipartStorage: ['create', 1206, 1704],
  deleteStorage: ['delete', 1207, 1704],
  recover: ['delete', 1207, 1704],
};
const rights: readonly (readonly [who: Who, rights: readonly string[]])[] = [
  ['READER', ['read']],
  ['UPLOADER', ['create']],
  ['CLEANER', ['delete']],
  ['GUEST', []],
  ['STRANGER', []],
  ['ADMIN', ['read', 'create', 'delete']],
];
const table = (Object.keys(rules) as OperationName[]).map((name) => ({ name, rule: rules[name] }));

describe.each(table)('[D12] [D13] $name', ({ name, rule: [right, denied, hidden] }) => {
  it.each(rights)('by %s, who has %j', async (who, held) => {
    const attempt = operations[name](who, processId);
    if (held.includes(right)) await expect(attempt).resolves.toBeDefined();
    else await expect(attempt).rejects.toMatchObject({ id: denied, status: 403 });
  });

  it('on a file of a process outside the row filter, and of one inside', async () => {
    const outside = operations[name]('ASSIGNEE', processId);
    if (hidden === 0) expect(await outside).toBe(0);
    else await expect(outside).rejects.toMatchObject({ id: hidden });
    expect(await operations[name]('ASSIGNEE', assigned)).not.toBe(0);
  });
});

describe('[D31] what somebody uploaded is never shown as a page', () => {
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  it.each([
    ['page.html', 'text/html'],
    ['image.svg', 'image/svg+xml'],
    ['page.xhtml', 'application/xhtml+xml'],
    ['data.xml', 'text/xml'],
    ['script.js', 'text/javascript'],
    ['looks-harmless.txt', 'text/plain'],
  ])('%s', async (fileName, mimeType) => {
    const { id: fileId } = await fixture.upload({ processId, fileName, mimeType }, script);
    const request = { subProjectId: fixture.subProjectId, processId, fileId };
    const { urls } = await fixture.useCases.urlStorage(fixture.caller('OWNER'), request);
    const url = new URL(urls[0]?.url ?? '');
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(script);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`);
    expect(response.headers.get('content-type')).toBe(mimeType);
    if (!fixture.store.external) expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    for (const changed of ['inline', '']) {
      url.searchParams.set('response-content-disposition', changed);
      expect((await fetch(url)).status).toBe(403);
    }
    url.searchParams.delete('response-content-disposition');
    expect((await fetch(url)).status).toBe(403);
  });
});
