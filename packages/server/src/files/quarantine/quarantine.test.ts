import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { backgroundRunner, endBackOff } from '../../jobs/testing/run-background.js';
import { transaction } from '../../postgres/database.js';
import { quietLog } from '../../testing/quiet-log.js';
import { attachFiles } from '../records/attachments.js';
import { createFileFixture, type FileFixture } from '../testing/file-fixture.js';
import { scanWork } from './scan-work.js';

/** How the scanner answers next. */
let answer: { readonly status?: number; readonly body: string };
let asked: {
  readonly body: Record<string, string>;
  readonly content: string;
  readonly headers: NodeJS.Dict<unknown>;
}[];
let scanner: Server;
let fixture: FileFixture;
let subProjectId: string;
let processId: string;
beforeAll(async () => {
  scanner = createServer(async (request, response) => {
    const body = (await json(request)) as Record<string, string>;
    asked.push({ body, content: await (await fetch(body.url ?? '')).text(), headers: request.headers });
    response.writeHead(answer.status ?? 200).end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(scanner, 'listening');
  fixture = await createFileFixture();
  subProjectId = await fixture.addSubProject({
    storage: { scan: { url: `http://user:secret@127.0.0.1:${(scanner.address() as AddressInfo).port}/scan` } },
    http: { allowPrivateAddresses: ['127.0.0.1'] },
  });
  processId = await fixture.createProcess({ subProjectId });
});
afterAll(async () => {
  scanner?.close();
  await fixture?.drop();
});
beforeEach(async () => {
  asked = [];
  answer = { body: '{"verdict": "clean"}' };
  await fixture.db`delete from jobs`;
});

const runner = (roundDelaysMs: readonly number[] = []) =>
  backgroundRunner(fixture.db, [scanWork(fixture.deps, { log: quietLog, roundDelaysMs })]);
const upload = () => fixture.upload({ subProjectId, processId, fileName: 'a.txt' }, 'to be scanned');
const download = async (fileId: string, who: 'OWNER' | 'ADMIN' = 'OWNER') =>
  (await fixture.useCases.urlStorage(fixture.caller(who), { subProjectId, processId, fileId })).urls[0]?.url ?? '';
const listed = async (fileId: string) => {
  const request = { subProjectId, filters: JSON.stringify({ id: fileId }) };
  return (await fixture.useCases.listStorage(fixture.caller('OWNER'), request)).files[0]?.quarantine;
};
const lastAudit = async (fileId: string) => {
  const [row] = await fixture.db<{ action: string; byName: string; after: object }>`
    select action, by_name as "byName", after from audit_log where subject_id = ${fileId} and action = 'file.scan'
    order by id desc limit 1`;
  return row;
};
const quarantined = { id: 1722, status: 423 };
const resolve = (fileId: string, action: 'scan' | 'release', where = subProjectId) =>
  fixture.useCases.resolveQuarantine(fixture.caller('ADMIN'), {
    subProjectId: where,
    fileId,
    action,
    reason: 'checked',
  });

describe('[D71] a file in quarantine', () => {
  it('is listed, and nobody downloads it before the scanner has passed it', async () => {
    const { file, aws } = await fixture.create({ subProjectId, processId });
    await fetch(aws.url, { method: 'POST', body: formOf(aws.fields) });
    const closed = await fixture.useCases.closeSignedStorage(fixture.caller('OWNER'), {
      subProjectId,
      fileId: file.id,
    });
    expect(closed.file).toMatchObject({ locked: false, quarantine: 'pending' });
    expect(await listed(file.id)).toBe('pending');
    await expect(download(file.id)).rejects.toMatchObject(quarantined);
    await expect(download(file.id, 'ADMIN')).rejects.toMatchObject(quarantined);
    await runner().runDue();
    expect(await listed(file.id)).toBeUndefined();
    expect(await (await fetch(await download(file.id))).text()).toBe('to be scanned');
    expect(await lastAudit(file.id)).toMatchObject({ byName: 'system', after: { scan: 'clean' } });
    const again = await fixture.useCases.closeSignedStorage(fixture.caller('OWNER'), { subProjectId, fileId: file.id });
    expect(again.file).not.toHaveProperty('quarantine');
  });

  it('the scanner is told what the file is and where it can read it, with its credentials and a key for repetitions', async () => {
    const { id } = await upload();
    await runner().runDue();
    const [{ body, content, headers } = { body: {}, content: '', headers: {} }] = asked;
    expect(content).toBe('to be scanned');
    expect(body).toMatchObject({ subProjectId, fileId: id, fileName: 'a.txt', mimeType: 'text/plain', size: '13' });
    expect(headers).toMatchObject({
      authorization: `Basic ${Buffer.from('user:secret').toString('base64')}`,
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('stays there when the scanner refuses it, and cannot be attached any more', async () => {
    answer = { body: '{"verdict": "infected", "reason": "Eicar-Test-Signature"}' };
    const { id } = await upload();
    await runner().runDue();
    expect(await listed(id)).toBe('infected');
    await expect(download(id)).rejects.toMatchObject(quarantined);
    expect(await lastAudit(id)).toMatchObject({ after: { scan: 'infected', reason: 'Eicar-Test-Signature' } });
    const subProject = await fixture.deps.subProjects.load(subProjectId);
    const by = fixture.caller('OWNER').principal;
    const attach = transaction(fixture.db, (tx) =>
      attachFiles(tx, { subProject, processId, files: [{ field: 'document', fileId: id }], by }),
    );
    expect(await attach).toEqual([{ field: 'document', fileId: id }]);
    await fixture.useCases.deleteStorage(fixture.caller('OWNER'), { fileIds: [id] });
  });

  it.each([
    [{ status: 500, body: '' }, 'The scanner answered 500.'],
    [{ body: 'OK' }, 'The scanner answered without a verdict.'],
    [{ body: '{"verdict": "maybe"}' }, 'The scanner answered without a verdict.'],
  ])('stays there when the scanner answers %o, after all attempts and rounds', async (given, reason) => {
    answer = given;
    const { id } = await upload();
    await runner([0]).runAll();
    expect(asked.length).toBe(10);
    expect(await listed(id)).toBe('failed');
    await expect(download(id)).rejects.toMatchObject(quarantined);
    const audit = await lastAudit(id);
    expect(audit?.after).toMatchObject({ scan: 'failed', reason: expect.stringContaining(reason) });
  });

  it('is passed by a later attempt, or a later round', async () => {
    answer = { status: 503, body: '' };
    const { id } = await upload();
    await runner().runDue();
    expect(await listed(id)).toBe('pending');
    answer = { body: '{"verdict": "clean"}' };
    expect(await endBackOff(fixture.db)).toBe(true);
    await runner().runDue();
    expect(await listed(id)).toBeUndefined();
  });

  it('a worker that dies between asking and deciding asks again, and decides once', async () => {
    const { id } = await upload();
    const dead = runner();
    await dead.lease();
    await fixture.db`update jobs set due_ts = now() - interval '1 second'`;
    await runner().runDue();
    expect(await listed(id)).toBeUndefined();
    const rows = await fixture.db`select from audit_log where subject_id = ${id} and action = 'file.scan'`;
    expect(rows.count).toBe(1);
  });

  it('is not asked for where the document allows no private address', async () => {
    const port = (scanner.address() as AddressInfo).port;
    const closed = await fixture.addSubProject({ storage: { scan: { url: `http://127.0.0.1:${port}/` } } });
    const { id } = await fixture.upload({ subProjectId: closed });
    await runner().runAll();
    expect(asked).toEqual([]);
    expect((await lastAudit(id))?.after).toMatchObject({
      scan: 'failed',
      reason: expect.stringContaining('allowPrivateAddresses'),
    });
  });
});

describe('[D71] resolveQuarantine', () => {
  it('releases a file, or scans it again, also one from before there was a scanner; audited with the reason', async () => {
    answer = { body: '{"verdict": "infected"}' };
    const { id } = await upload();
    await runner().runDue();
    expect(await resolve(id, 'release')).toMatchObject({ status: 'success' });
    expect(await (await fetch(await download(id))).text()).toBe('to be scanned');
    expect(await lastAudit(id)).toMatchObject({ byName: 'ADMIN', after: { scan: 'released', reason: 'checked' } });
    await expect(resolve(id, 'release')).rejects.toMatchObject({ id: 1009, status: 409 });

    await fixture.db`update files set scan_state = null where id = ${id}`;
    await resolve(id, 'scan');
    await expect(download(id)).rejects.toMatchObject(quarantined);
    await runner().runDue();
    expect(await listed(id)).toBe('infected');
  });

  it('a verdict of an older scan does not count after a release', async () => {
    answer = { body: '{"verdict": "infected"}' };
    const { id } = await upload();
    await resolve(id, 'release');
    await runner().runDue();
    expect(await listed(id)).toBeUndefined();
  });

  it('is for administrators, existing files and sub-projects with a scanner', async () => {
    const { id } = await upload();
    const request = { subProjectId, fileId: id, action: 'release' } as const;
    await expect(fixture.useCases.resolveQuarantine(fixture.caller('OWNER'), request)).rejects.toMatchObject({
      id: 1207,
    });
    await expect(resolve('nothing', 'scan')).rejects.toMatchObject({ id: 1704 });
    const { id: other } = await fixture.upload();
    await expect(resolve(other, 'scan', fixture.subProjectId)).rejects.toMatchObject({ id: 1009, status: 409 });
    await expect(resolve(other, 'scan')).rejects.toMatchObject({ id: 1704 });
  });
});

function formOf(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('file', new Blob(['to be scanned']));
  return form;
}
