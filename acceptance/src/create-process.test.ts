import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signInDemoClients } from './support/demo-clients.js';
import { createPerson, demoUserId } from './support/person.js';
import { uploadFile } from './support/store.js';
import { configuration, createProcess, deploy, readProcess, unknownId } from './support/sub-project.js';

const { admin, owner, assignee } = await signInDemoClients();
const { id: subProjectId } = await deploy(admin);

describe('createProcess', () => {
  test('[D16] starts in the initial state, default stage and default priority, with defaults of fields', async () => {
    const answer = await owner.ok('createProcess', { subProjectId, fields: { supplier: 'Alder' } });
    expect(answer.status).toBe('success');
    expect(answer.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await readProcess(owner, subProjectId, answer.id)).toMatchObject({
      state: 'INIT',
      priority: 'MEDIUM',
      stageKey: 'stage_init',
      fields: { supplier: 'Alder', currency: 'EUR' },
    });
  });

  test('[D16] keeps what it is given, byte for byte', async () => {
    const fields = {
      supplier: 'Žluťoučký kůň 🐎 "\\\n\t\u2028',
      amount: 0.1,
      currency: 'GBP',
      dueDate: '2026-02-28',
      paid: false,
      tags: ['', 'ä', '{}'],
      assignee: await demoUserId(admin, 'assignee'),
      notes: "'; drop table processes; --",
    };
    const id = await createProcess(owner, subProjectId, { fields, priority: 'HIGH', stageKey: 'stage_review' });
    const process = await readProcess(owner, subProjectId, id);
    expect(process).toMatchObject({ priority: 'HIGH', stageKey: 'stage_review' });
    expect(process.fields).toEqual(fields);
  });

  test.each([
    [{ supplier: undefined, amount: 1 }, 1232, '/fields/supplier'],
    [{ supplier: '' }, 1232, '/fields/supplier'],
    [{ supplier: null }, 1232, '/fields/supplier'],
    [{ supplier: 'x', amount: -1 }, 1232, '/fields/amount'],
    [{ supplier: 'x', amount: '1' }, 1232, '/fields/amount'],
    [{ supplier: 'x', currency: 'CHF' }, 1232, '/fields/currency'],
    [{ supplier: 'x', dueDate: '2026-02-30' }, 1232, '/fields/dueDate'],
    [{ supplier: 'x', tags: ['a', 1] }, 1232, '/fields/tags'],
    [{ supplier: 'x', assignee: unknownId }, 1232, '/fields/assignee'],
    [{ supplier: 'x', document: unknownId }, 1232, '/fields/document'],
    [{ supplier: 'x', colour: 'red' }, 1231, '/fields/colour'],
  ])('[D18] fields %j are refused with %i at %s', async (fields, id, pointer) => {
    const problem = await owner.refused('createProcess', { subProjectId, fields }, id);
    expect(problem.errors?.map((error) => error.pointer).join(' ')).toContain(pointer);
  });

  test('[D19] only who may be assigned can stand in a field of format user', async () => {
    const { userId } = await createPerson(admin);
    const reader = await demoUserId(admin, 'manager');
    for (const assignee of [userId, reader]) {
      await owner.refused('createProcess', { subProjectId, fields: { supplier: 'x', assignee } }, 1232);
    }
  });

  test('[D14] [D16] unknown priority and stage', async () => {
    const fields = { supplier: 'x' };
    await owner.refused('createProcess', { subProjectId, fields, priority: 'URGENT' }, 1232);
    await owner.refused('createProcess', { subProjectId, fields, stageKey: 'stage_nowhere' }, 1200, { status: 404 });
  });

  test('[D16] without a default stage it is 1223 unless the request names one', async () => {
    const { id } = await deploy(admin, configuration({ stages: [{ key: 'only' }] }));
    const fields = { supplier: 'x' };
    await owner.refused('createProcess', { subProjectId: id, fields }, 1223);
    await createProcess(owner, id, { stageKey: 'only' });
  });

  test('[D27] a repeated key gives the first answer and no second process, also at the same moment', async () => {
    const name = randomUUID();
    const body = { subProjectId, fields: { supplier: name } };
    const options = { headers: { 'idempotency-key': name } };
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.call('createProcess', body, options)));
    const settled = answers.filter(({ status }) => status === 200);
    expect(settled.length).toBeGreaterThan(0);
    for (const { json } of answers.filter(({ status }) => status !== 200)) expect(json).toMatchObject({ id: 1009 });
    const later = await owner.ok('createProcess', body, options);
    expect(new Set(settled.map(({ text }) => text))).toEqual(new Set([JSON.stringify(later)]));
    await owner.refused('createProcess', { ...body, priority: 'LOW' }, 1009, options);
    const { meta } = await owner.ok('getProcess', {
      page: '1',
      perPageCount: '10',
      filters: { subProjectId_id: subProjectId, 'fields.supplier': name },
    });
    expect(meta.totalCount).toBe('1');
  });

  test('[D36] members that no schema names are ignored, names that select data never', async () => {
    const fields = { supplier: 'x' };
    await owner.ok('createProcess', { subProjectId, fields, colour: 'red', constructor: { name: 'x' } });
    await owner.refused('createProcess', { subProjectId, fields: { ...fields, constructor: 'x' } }, 1231);
  });

  test.each([
    ['"\\u0000"', 'a NUL character'],
    ['"\\ud800"', 'half a surrogate pair'],
    ['1e400', 'a number beyond a double'],
    [`${'['.repeat(70)}${']'.repeat(70)}`, 'nesting deeper than 64 levels'],
  ])('[D37] %s is refused: %s', async (text) => {
    const rawBody = `{"subProjectId":"${subProjectId}","fields":{"supplier":"x","notes":${text}}}`;
    const problem = await owner.refused('createProcess', {}, 1232, { rawBody });
    expect(problem.errors?.[0]?.pointer).toMatch(/^\/fields\/notes/);
  });

  test('[D40] a key of a refused request may be used again; keys belong to their client', async () => {
    const options = { headers: { 'idempotency-key': randomUUID() } };
    await owner.refused('createProcess', { subProjectId, fields: { supplier: '' } }, 1232, options);
    const first = await owner.ok('createProcess', { subProjectId, fields: { supplier: 'right' } }, options);
    const other = await admin.ok('createProcess', { subProjectId, fields: { supplier: 'right' } }, options);
    expect(other.id).not.toBe(first.id);
  });

  test('[D27] a repeated request of a caller who lost the right is refused, and answered when the right is back', async () => {
    const roles = (create: boolean) => [{ name: 'CLERK', read: true, create, files: { create: true, read: true } }];
    const members = [{ user: 'demo-owner', roles: ['CLERK'] }];
    const { id } = await deploy(admin, configuration({ roles: roles(true), members }));
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const body = { subProjectId: id, fields: { supplier: 'once' } };
    const first = await owner.ok('createProcess', body, options);
    const redeploy = (document: object) => admin.ok('deploySubProject', { subProjectId: id, document });
    await redeploy(configuration({ roles: roles(false), members }));
    await owner.refused('createProcess', body, 1206, options);
    await redeploy(configuration({ roles: roles(true), members: [] }));
    await owner.refused('createProcess', body, 1206, options);
    await redeploy(configuration({ roles: roles(true), members }));
    const { text, headers } = await owner.call('createProcess', body, options);
    expect(JSON.parse(text)).toEqual(first);
    expect(headers.get('idempotency-replayed')).toBe('true');
  });

  test('[D27] a repeated urlStorage is refused once the file is deleted or its process is out of sight', async () => {
    const fields = { supplier: 'x', assignee: await demoUserId(admin, 'assignee') };
    const processId = await createProcess(owner, subProjectId, { fields });
    const { id: fileId } = await uploadFile(owner, subProjectId, { processId });
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const request = { subProjectId, processId, fileId };
    const first = await assignee.ok('urlStorage', request, options);
    expect(await assignee.ok('urlStorage', request, options)).toEqual(first);
    await owner.ok('updateProcessField', { subProjectId, processId, updates: { assignee: null } });
    await assignee.refused('urlStorage', request, 1210, options);
    await owner.ok('updateProcessField', { subProjectId, processId, updates: { assignee: fields.assignee } });
    await owner.ok('deleteStorage', { fileIds: [fileId] });
    await assignee.refused('urlStorage', request, 1704, options);
  });
});
