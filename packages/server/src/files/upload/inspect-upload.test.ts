import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileRow } from '../records/file-row.js';
import type { StoredObject } from '../store/object-requests.js';
import type { Storage } from '../store/storage.js';
import { createFileFixture, type FileFixture } from '../testing/file-fixture.js';
import { inspectUpload } from './inspect-upload.js';

let fixture: FileFixture;
beforeAll(async () => {
  fixture = await createFileFixture();
});
afterAll(() => fixture.drop());

const content = 'what was uploaded';
const sha256 = createHash('sha256').update(content).digest('hex');

/** A closed file as if it were open, and the store with what HEAD says changed. */
async function subject(file: Partial<FileRow>, head: (object: StoredObject) => StoredObject | undefined) {
  const { id } = await fixture.upload({}, content);
  const [row] = await fixture.db<Pick<FileRow, 'objectKey'>>`
    select object_key as "objectKey" from files where id = ${id}`;
  const { storage } = fixture.deps;
  const altered: Storage = {
    ...storage,
    head: async (plugin, key) => {
      const object = await storage.head(plugin, key);
      return object && head(object);
    },
  };
  const asked: FileRow = {
    id,
    subProjectId: fixture.subProjectId,
    stageKey: null,
    fileName: 'invoice.txt',
    mimeType: 'text/plain',
    plugin: 'knowledgeRepo',
    objectKey: row?.objectKey ?? '',
    maximumSize: 100,
    partSize: null,
    uploadId: null,
    sha256: null,
    size: null,
    etag: null,
    createdTs: new Date(),
    closedTs: null,
    deletedTs: null,
    purging: false,
    settled: false,
    scanState: null,
    ...file,
  };
  return inspectUpload(altered, asked);
}

describe('[D30] what is at the store must be what was announced', () => {
  it('same type, size and digest', async () => {
    const upload = await subject({ mimeType: 'TEXT/PLAIN' }, (object) => object);
    expect(upload.size).toBe(content.length);
    expect(upload.etag).toMatch(/^[0-9a-f]{32}$/);
  });

  it('on a store that computes no SHA-256 the object is read', async () => {
    const silent = (object: StoredObject) => ({ ...object, sha256: undefined });
    expect((await subject({ sha256 }, silent)).sha256).toBe(sha256);
    await expect(subject({ sha256: '0'.repeat(64) }, silent)).rejects.toMatchObject({ id: 1715 });
    await expect(subject({ sha256, objectKey: 'gone' }, silent)).rejects.toMatchObject({ id: 1715 });
  });

  it.each([
    ['another SHA-256', { sha256: '0'.repeat(64) }, {}],
    ['another type', { mimeType: 'text/html' }, {}],
    ['no type', {}, { contentType: undefined }],
    ['too many bytes', { maximumSize: 3 }, {}],
    ['in parts, fewer bytes than announced', { partSize: 10 }, {}],
  ])('%s is 1715', async (_what, file, head) => {
    await expect(subject(file, (object) => ({ ...object, ...head }))).rejects.toMatchObject({ id: 1715, status: 409 });
  });
});
