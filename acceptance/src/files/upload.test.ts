import { randomBytes } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { signInDemoClients } from '../support/demo-clients.js';
import { createUpload, policyOf, postForm, resign, sha256, uploadFile } from '../support/store.js';
import { configuration, createProcess, deploy, readProcess, unknownId } from '../support/sub-project.js';

const { admin, owner } = await signInDemoClients();
const { id: subProjectId } = await deploy(admin);
const content = Buffer.from('%PDF-1.7 not much of an invoice');

const close = (fileId: string) => owner.ok('closeSignedStorage', { subProjectId, fileId });
const notClosed = (fileId: string) => owner.refused('closeSignedStorage', { subProjectId, fileId }, 1715);

describe('the three steps', () => {
  test('[D29] create reserves a locked file, the store takes the form with 204, close unlocks it', async () => {
    const { file, aws } = await createUpload(owner, subProjectId, { fileName: 'Rechnung März.pdf' });
    expect(file).toEqual({ id: file.id, fileName: 'Rechnung März.pdf', locked: true });
    expect(aws.url).toMatch(/^https?:\/\//);
    expect(aws.fields.key, 'the key is ours, not the client’s').toContain(`${subProjectId}/${file.id}/`);
    expect(await postForm(aws, content)).toEqual({ status: 204, text: '' });
    const closed = await close(file.id);
    expect(closed.file).toEqual({ id: file.id, fileName: file.fileName, size: String(content.length), locked: false });
  });

  test('[D30] closing again gives the same answer; close before the upload is 1715 and may be repeated', async () => {
    const { file, aws } = await createUpload(owner, subProjectId);
    await notClosed(file.id);
    expect((await postForm(aws, content)).status).toBe(204);
    const first = await close(file.id);
    expect(await close(file.id)).toEqual(first);
    const simultaneous = await Promise.all([close(file.id), close(file.id), close(file.id)]);
    for (const one of simultaneous) expect(one).toEqual(first);
  });

  test('[D3] empty and large files keep their size', async () => {
    for (const size of [0, 1, 5 * 1024 * 1024 + 3]) {
      const { file, aws } = await createUpload(owner, subProjectId);
      expect((await postForm(aws, randomBytes(size))).status).toBe(204);
      expect((await close(file.id)).file.size).toBe(String(size));
    }
  });

  test('[D31] processId and stageKey attach at once', async () => {
    const processId = await createProcess(owner, subProjectId);
    const { id } = await uploadFile(owner, subProjectId, { processId, stageKey: 'stage_init' });
    const query = { subProjectId, filters: { processId }, include: 'processIds,stageKey,mimeType' };
    const { files } = await owner.ok('listStorage', query);
    expect(files).toMatchObject([
      { id, processIds: [processId], stageKey: 'stage_init', mimeType: 'application/pdf', locked: false },
    ]);
  });

  test('[D18] setting a field of format file attaches the file', async () => {
    const processId = await createProcess(owner, subProjectId);
    const { id } = await uploadFile(owner, subProjectId);
    const body = { processId, subProjectId };
    await owner.ok('updateProcessField', { ...body, updates: { document: id } });
    expect((await readProcess(owner, subProjectId, processId)).fields.document).toBe(id);
    const { files } = await owner.ok('listStorage', { subProjectId, filters: { processId } });
    expect(files.map((file) => file.id)).toEqual([id]);
    const open = await createUpload(owner, subProjectId);
    await owner.refused('updateProcessField', { ...body, updates: { document: open.file.id } }, 1232);
  });
});

describe('what the store refuses', () => {
  const altered = (fields: Readonly<Record<string, string | undefined>>) => async () => {
    const { file, aws } = await createUpload(owner, subProjectId);
    const { status, text } = await postForm(aws, content, { fields });
    expect(status, text).toBeGreaterThanOrEqual(400);
    expect(status, text).toBeLessThan(500);
    await notClosed(file.id);
  };

  test('[D29] another content type', altered({ 'Content-Type': 'text/html' }));
  test('[D29] no content type', altered({ 'Content-Type': undefined }));
  test('[D29] another key', altered({ key: 'somebody/else/file.pdf' }));
  test('[D29] a forged signature', altered({ 'X-Amz-Signature': '0'.repeat(64) }));
  test('[D29] no signature', altered({ 'X-Amz-Signature': undefined }));
  test('[D29] a field that was not signed', altered({ acl: 'public-read' }));

  test('[D29] another policy than the signed one', async () => {
    const { file, aws } = await createUpload(owner, subProjectId);
    const policy = policyOf(aws);
    expect(Date.parse(policy.expiration) - Date.now()).toBeGreaterThan(14 * 60_000);
    expect(Date.parse(policy.expiration) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    const longer = { ...policy, expiration: '2099-01-01T00:00:00.000Z' };
    const Policy = Buffer.from(JSON.stringify(longer)).toString('base64');
    expect((await postForm(aws, content, { fields: { Policy } })).status).toBe(403);
    await notClosed(file.id);
  });

  test('[D29] a form whose time is up, though truly signed', async () => {
    const { file, aws } = await createUpload(owner, subProjectId);
    const { secretAccessKey: secretKey } = inject('storeKeys');
    const expired = { ...policyOf(aws), expiration: new Date(Date.now() - 1000).toISOString() };
    expect((await postForm(resign(aws, expired, secretKey), content)).status).toBe(403);
    await notClosed(file.id);
    const soon = { ...policyOf(aws), expiration: new Date(Date.now() + 60_000).toISOString() };
    expect((await postForm(resign(aws, soon, secretKey), content)).status, 'the same signing before its time').toBe(
      204,
    );
  });

  test('[D29] a file above the maximum of the sub-project', async () => {
    const small = await deploy(admin, configuration({ storage: { maximumFileSize: 1000 } }));
    const { file, aws } = await createUpload(owner, small.id);
    const refused = await postForm(aws, randomBytes(1001));
    expect([refused.status, /EntityTooLarge/.test(refused.text)]).toEqual([400, true]);
    await owner.refused('closeSignedStorage', { subProjectId: small.id, fileId: file.id }, 1715);
    expect((await postForm(aws, randomBytes(1000))).status).toBe(204);
    const closed = await owner.ok('closeSignedStorage', { subProjectId: small.id, fileId: file.id });
    expect(closed.file.size).toBe('1000');
  });

  test('[D29] a form of another upload cannot be used for this one', async () => {
    const [one, two] = await Promise.all([createUpload(owner, subProjectId), createUpload(owner, subProjectId)]);
    const key = two.aws.fields.key ?? '';
    expect((await postForm(one.aws, content, { fields: { key } })).status).toBe(403);
    await notClosed(two.file.id);
  });

  test('the object cannot be read, listed or deleted without a signature', async () => {
    const { file, aws } = await createUpload(owner, subProjectId);
    await postForm(aws, content);
    await close(file.id);
    const object = `${aws.url.replace(/\/$/, '')}/${aws.fields.key}`;
    for (const [method, address] of [
      ['GET', object],
      ['HEAD', object],
      ['DELETE', object],
      ['PUT', object],
      ['GET', aws.url],
    ] as const) {
      const { status } = await fetch(address, { method, ...(method === 'PUT' ? { body: 'x' } : {}) });
      expect([method, status]).toEqual([method, 403]);
    }
  });
});

describe('what createSignedStorage refuses', () => {
  const whole = () => ({ subProjectId, fileName: 'a.pdf', mimeType: 'application/pdf', pluginName: 'knowledgeRepo' });

  test('[D14] missing, empty and mistyped members', async () => {
    for (const name of Object.keys(whole())) {
      for (const value of [undefined, '', 5, null, {}]) {
        await owner.refused('createSignedStorage', { ...whole(), [name]: value }, 1200);
      }
    }
  });

  test.each(['../../etc/passwd', 'a/b', 'a\\b', '.', '..', ' ', 'a\nb', 'gpj.\u202eexe', 'x'.repeat(256)])(
    '[D29] file name %j',
    async (fileName) => {
      await owner.refused('createSignedStorage', { ...whole(), fileName }, 1200);
    },
  );

  test.each(['pdf', 'application', 'a/b/c', 'text/html\r\nx: y', '*/*'])('[D29] type %j', async (mimeType) => {
    await owner.refused('createSignedStorage', { ...whole(), mimeType }, 1200);
  });

  test('[D8] an unknown plugin is 1709 with 400', async () => {
    await owner.refused('createSignedStorage', { ...whole(), pluginName: 'elsewhere' }, 1709, { status: 400 });
    const none = await deploy(admin, configuration({ storage: { plugins: [] } }));
    await owner.refused('createSignedStorage', { ...whole(), subProjectId: none.id }, 1709, { status: 400 });
  });

  test('[D13] unknown sub-project, process and stage', async () => {
    await owner.refused('createSignedStorage', { ...whole(), subProjectId: unknownId }, 1202);
    await owner.refused('createSignedStorage', { ...whole(), processId: unknownId }, 1200, { status: 404 });
    await owner.refused('createSignedStorage', { ...whole(), stageKey: 'nowhere' }, 1200, { status: 404 });
  });

  test('[D30] closing an unknown file, or one of another sub-project, is 1704', async () => {
    await owner.refused('closeSignedStorage', { subProjectId, fileId: unknownId }, 1704);
    await owner.refused('closeSignedStorage', { subProjectId, fileId: 'no-uuid' }, 1704);
    const other = await deploy(admin);
    const { id } = await uploadFile(owner, other.id);
    await owner.refused('closeSignedStorage', { subProjectId, fileId: id }, 1704);
  });
});

test('[D30] an announced SHA-256 must be the one that was uploaded', async () => {
  const right = await createUpload(owner, subProjectId, { sha256: sha256(content) });
  expect((await postForm(right.aws, content)).status).toBe(204);
  await close(right.file.id);
  const wrong = await createUpload(owner, subProjectId, { sha256: sha256(Buffer.from('something else')) });
  const { status } = await postForm(wrong.aws, content);
  if (status === 204) await notClosed(wrong.file.id);
  else expect(status).toBe(400);
});
