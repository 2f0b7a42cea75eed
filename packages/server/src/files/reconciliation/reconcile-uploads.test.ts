import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { maintainFiles } from '../retention/maintenance.js';
import { listMultipartsPage, type UploadMarker } from '../store/multipart-requests.js';
import { objectKey } from '../store/object-key.js';
import { defaultTimeouts, s3Target } from '../store/s3-target.js';
import { createFileFixture, type FileFixture, pluginOf } from '../testing/file-fixture.js';
import { reconcile } from '../testing/reconcile.js';

let fixture: FileFixture;
let client: S3Client;
beforeAll(async () => {
  fixture = await createFileFixture();
  const { endpoint, credentials } = fixture.store;
  client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
});
afterEach(async () => {
  fixture.proxy.fault = undefined;
  await fixture.deps.storage.abortMultiparts('knowledgeRepo', '');
});
afterAll(async () => {
  client.destroy();
  await fixture.drop();
});

const nextWeek = new Date(Date.now() + 7 * 24 * 3600 * 1000);

/** Begins an upload behind the server's back. */
async function begin(key: string, parts: readonly string[] = []): Promise<string> {
  const to = { Bucket: fixture.store.bucket, Key: key };
  const { UploadId = '' } = await client.send(new CreateMultipartUploadCommand(to));
  for (const [index, Body] of parts.entries()) {
    await client.send(new UploadPartCommand({ ...to, UploadId, PartNumber: index + 1, Body }));
  }
  return UploadId;
}

const underWay = async (): Promise<readonly string[]> => {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: fixture.store.bucket }));
  return Uploads.map((upload) => upload.Key ?? '').sort();
};

async function beginPart(): Promise<{ readonly id: string; readonly key: string }> {
  const { subProjectId, useCases } = fixture;
  const caller = fixture.caller('OWNER');
  const reserve = { subProjectId, fileName: 'a.bin', mimeType: 'text/plain', pluginName: 'knowledgeRepo', size: '4' };
  const { file } = await useCases.createMultipartStorage(caller, reserve);
  const { parts } = await useCases.signStorageParts(caller, { subProjectId, fileId: file.id, partNumbers: [1] });
  expect((await fetch(parts[0]?.url ?? '', { method: 'PUT', body: 'part' })).status).toBe(200);
  return { id: file.id, key: objectKey('', subProjectId, file.id, 'a.bin') };
}

const audited = async (fileId: string) =>
  (await fixture.db`select from audit_log where action = 'file.abortStrayUpload' and subject_id = ${fileId}`).count;

describe('[D32] reconcile and multipart uploads under way', () => {
  it('reports those that no file will complete, and aborts old ones when repairing; no others', async () => {
    const { subProjectId, useCases, deps } = fixture;
    const held = await fixture.addSubProject({ storage: { legalHold: true } });
    const open = await beginPart();
    const closed = await beginPart();
    await useCases.completeMultipartStorage(fixture.caller('OWNER'), { subProjectId, fileId: closed.id });
    await maintainFiles(deps, { now: new Date(Date.now() + 2 * 3600 * 1000) });
    await begin(closed.key, ['left', 'behind']);
    const unknownId = newId();
    const unknown = objectKey('', subProjectId, unknownId, 'b.bin');
    const underHold = objectKey('', held, newId(), 'c.bin');
    const elsewhere = objectKey('', newId(), newId(), 'd.bin');
    const uploadId = await begin(unknown, ['12345']);
    for (const key of [underHold, elsewhere, 'strange/key']) await begin(key);
    const all = [open.key, closed.key, unknown, underHold, elsewhere, 'strange/key'].sort();
    expect(await underWay()).toEqual(all);

    const [dry] = (await reconcile(fixture, deps, { now: nextWeek })).plugins;
    expect(dry).toMatchObject({ uploads: 6, aborted: 0, orphans: { count: 0 } });
    const strays = dry?.strayUploads.first ?? [];
    expect(strays.map(({ key, size }) => [key, size]).sort()).toEqual(
      [
        [closed.key, 10],
        [unknown, 5],
        [underHold, 0],
      ].sort(),
    );
    expect(strays.find(({ key }) => key === unknown)?.uploadId).toBe(uploadId);
    expect(await underWay()).toEqual(all);

    expect((await reconcile(fixture, deps, { repair: true })).plugins[0]).toMatchObject({
      strayUploads: { count: 3 },
      aborted: 0,
    });
    expect(await underWay()).toEqual(all);

    expect((await reconcile(fixture, deps, { repair: true, now: nextWeek })).plugins[0]).toMatchObject({
      strayUploads: { count: 3 },
      aborted: 2,
    });
    expect(await underWay()).toEqual([open.key, underHold, elsewhere, 'strange/key'].sort());
    expect([await audited(unknownId), await audited(closed.id)]).toEqual([1, 1]);
    expect((await reconcile(fixture, deps, { repair: true, now: nextWeek })).plugins[0]).toMatchObject({
      strayUploads: { count: 1 },
      aborted: 0,
    });

    const done = await useCases.completeMultipartStorage(fixture.caller('OWNER'), { subProjectId, fileId: open.id });
    expect(done.file.size).toBe('4');
  });

  it('leaves those of open, expiring and unsettled files to maintenance, and looks only where it was told to', async () => {
    const { subProjectId, deps } = fixture;
    const open = await beginPart();
    await begin(open.key);
    const other = await fixture.addSubProject();
    const stray = objectKey('', other, newId(), 'a.bin');
    await begin(stray);
    expect((await reconcile(fixture, deps, { subProjectId })).plugins[0]).toMatchObject({
      uploads: 2,
      strayUploads: { count: 0 },
    });
    expect((await reconcile(fixture, deps, { subProjectId: other })).plugins[0]).toMatchObject({
      uploads: 1,
      strayUploads: { count: 1 },
    });
    await fixture.age(open.id, 'created_ts', 25);
    expect((await reconcile(fixture, deps)).plugins[0]?.strayUploads.first.map(({ key }) => key)).toEqual([stray]);
    await maintainFiles(deps);
    expect(await underWay()).toEqual([stray]);
  });

  it('says so when uploads cannot be listed, after everything else was compared', async () => {
    await fixture.upload();
    fixture.proxy.fault = ({ url }) =>
      url.includes('uploads') ? { kind: 'answer', status: 501, code: 'NotImplemented' } : undefined;
    const [report] = (await reconcile(fixture, fixture.deps)).plugins;
    expect(report?.failure).toContain('501 NotImplemented');
    expect(report?.records).toBeGreaterThan(0);
    expect(report).toMatchObject({ missing: { count: 0 }, altered: { count: 0 } });
  });

  it('lists page by page, whatever the size of a page', async () => {
    const keys = ['p/a', 'p/a', 'p/a', 'p/b', 'p/c d', 'p/ü'];
    const begun: string[] = [];
    for (const key of keys) begun.push(`${key} ${await begin(key)}`);
    await begin('q');
    const target = s3Target(pluginOf(fixture.store, {}), defaultTimeouts);
    try {
      for (const pageSize of [1, 2, 6, 1000]) {
        const found: string[] = [];
        let next: UploadMarker | undefined;
        do {
          const page = await listMultipartsPage(target, 'p/', next, pageSize);
          expect(page.items.length).toBeLessThanOrEqual(pageSize);
          found.push(...page.items.map(({ key, uploadId }) => `${key} ${uploadId}`));
          next = page.next;
        } while (next !== undefined);
        expect([...found].sort()).toEqual([...begun].sort());
      }
    } finally {
      target.client.destroy();
      target.untimedClient.destroy();
      target.signer.destroy();
    }
  });
});
