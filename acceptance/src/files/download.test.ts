import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signInDemoClients } from '../support/demo-clients.js';
import { demoUserId } from '../support/person.js';
import { createUpload, uploadFile } from '../support/store.js';
import { createProcess, deploy, unknownId } from '../support/sub-project.js';

const { admin, owner, manager, assignee } = await signInDemoClients();
const { id: subProjectId } = await deploy(admin);
const processId = await createProcess(owner, subProjectId);

async function addressOf(fileId: string): Promise<string> {
  const { urls } = await owner.ok('urlStorage', { subProjectId, processId, fileId });
  expect(urls.map((one) => one.fileId)).toEqual([fileId]);
  return urls[0]?.url ?? '';
}

const noFile = (fileId: unknown, members: Readonly<Record<string, unknown>> = {}) =>
  owner.refused('urlStorage', { subProjectId, processId, fileId, ...members }, 1704);

describe('urlStorage', () => {
  test('[D31] downloads the same bytes, type and name without a bearer token', async () => {
    for (const fileName of ['plain.pdf', 'Ärger "quoted"; 100%.pdf', '発票 🐎.pdf']) {
      const { id, content } = await uploadFile(owner, subProjectId, { fileName }, randomBytes(70_000));
      const response = await fetch(await addressOf(id));
      expect(response.status).toBe(200);
      expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      const disposition = response.headers.get('content-disposition') ?? '';
      const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
      const [, quoted] = /filename="((?:[^"\\]|\\.)*)"/.exec(disposition) ?? [];
      expect(encoded === undefined ? quoted : decodeURIComponent(encoded), disposition).toBe(fileName);
      expect(disposition).toMatch(/^attachment/);
    }
  });

  test('[D31] the address carries its own expiry of 15 minutes and its signature', async () => {
    const { id } = await uploadFile(owner, subProjectId);
    const address = new URL(await addressOf(id));
    expect(address.searchParams.get('X-Amz-Expires')).toBe('900');
    expect(address.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
    for (const [name, value] of [
      ['X-Amz-Expires', '90000'],
      ['X-Amz-Signature', '0'.repeat(64)],
      ['X-Amz-Date', '20200101T000000Z'],
      ['response-content-disposition', 'inline'],
    ] as const) {
      const changed = new URL(address);
      changed.searchParams.set(name, value);
      const { status } = await fetch(changed);
      expect([name, status >= 400 && status < 500]).toEqual([name, true]);
    }
    const elsewhere = new URL(address);
    elsewhere.pathname = elsewhere.pathname.replace(/[^/]+$/, 'other.pdf');
    expect((await fetch(elsewhere)).status).toBe(403);
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(403);
    expect((await fetch(address, { method: 'PUT', body: 'x' })).status).toBe(403);
    expect((await fetch(address)).status).toBe(200);
  });

  test('[D31] a part of a file can be asked for', async () => {
    const { id, content } = await uploadFile(owner, subProjectId, {}, randomBytes(1000));
    const response = await fetch(await addressOf(id), { headers: { range: 'bytes=10-19' } });
    expect(response.status).toBe(206);
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(content).subarray(10, 20))).toBe(true);
  });

  test('[D31] a locked, deleted, foreign or unknown file is 1704', async () => {
    const open = await createUpload(owner, subProjectId);
    await noFile(open.file.id);
    const deleted = await uploadFile(owner, subProjectId);
    await owner.ok('deleteStorage', { fileIds: [deleted.id], recover: false });
    await noFile(deleted.id);
    const other = await deploy(admin);
    const foreign = await uploadFile(owner, other.id);
    await noFile(foreign.id);
    await noFile(unknownId);
    await noFile("' or 1=1");
  });

  test('[D31] a file attached only to other processes is 1704, one attached to none is not', async () => {
    const elsewhere = await createProcess(owner, subProjectId);
    const attached = await uploadFile(owner, subProjectId, { processId: elsewhere });
    await noFile(attached.id);
    await owner.ok('urlStorage', { subProjectId, processId: elsewhere, fileId: attached.id });
    await owner.ok('updateProcessField', { processId, subProjectId, updates: { document: attached.id } });
    await addressOf(attached.id);
  });

  test('[D13] missing members, unknown sub-project and process, row filter', async () => {
    const { id: fileId } = await uploadFile(owner, subProjectId, { processId });
    const whole = { subProjectId, processId, fileId };
    for (const name of Object.keys(whole)) {
      // Without a process, any file that one sees.
      if (name !== 'processId') await owner.refused('urlStorage', { ...whole, [name]: undefined }, 1200);
      await owner.refused('urlStorage', { ...whole, [name]: '' }, 1200);
    }
    await owner.refused('urlStorage', { ...whole, subProjectId: unknownId }, 1202);
    await owner.refused('urlStorage', { ...whole, processId: unknownId }, 1200, { status: 404 });
    await assignee.refused('urlStorage', whole, 1210);
    const fields = { supplier: 'x', assignee: await demoUserId(admin, 'assignee') };
    const own = await createProcess(owner, subProjectId, { fields });
    const { id: there } = await uploadFile(owner, subProjectId, { processId: own });
    await assignee.ok('urlStorage', { subProjectId, processId: own, fileId: there });
    await manager.refused('urlStorage', whole, 1205);
  });

  test('[D62] a file that no process has is its uploader’s, who needs no processId', async () => {
    const { id: fileId } = await uploadFile(owner, subProjectId);
    for (const client of [owner, admin]) {
      const { urls } = await client.ok('urlStorage', { subProjectId, fileId });
      expect((await fetch(urls[0]?.url ?? '')).status).toBe(200);
    }
    const fields = { supplier: 'x', assignee: await demoUserId(admin, 'assignee') };
    const own = await createProcess(owner, subProjectId, { fields });
    await assignee.refused('urlStorage', { subProjectId, fileId }, 1200);
    await assignee.refused('urlStorage', { subProjectId, processId: own, fileId }, 1704);
    await assignee.refused('closeSignedStorage', { subProjectId, fileId }, 1704);
    await assignee.refused('deleteStorage', { fileIds: [fileId] }, 1704);
    await assignee.refused('updateProcessField', { subProjectId, processId: own, updates: { document: fileId } }, 1232);
    const filters = { subjectId: fileId };
    expect((await assignee.ok('getAuditLogs', { subProjectId, filters })).logs).toEqual([]);
    expect((await owner.ok('getAuditLogs', { subProjectId, filters })).logs).not.toEqual([]);
  });
});
