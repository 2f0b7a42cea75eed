import { describe, expect, test } from 'vitest';
import { signInDemoClients } from './support/demo-clients.js';
import { type EventStream, openStream } from './support/event-stream.js';
import { type Client, signIn } from './support/http.js';
import { createPerson, demoUserId } from './support/person.js';
import { configuration, createProcess, deploy, everythingRole } from './support/sub-project.js';

const { admin, owner, assignee } = await signInDemoClients();
const { id: subProjectId } = await deploy(admin);

const bearer = (client: Client) => ({ authorization: `Bearer ${client.token}` });
const stream = (client: Client, query: Readonly<Record<string, string>> = {}, headers = {}): Promise<EventStream> =>
  openStream(client.url, { subProjectId, ...query }, { ...bearer(client), ...headers });
const update = (processId: string, updates: object, where = subProjectId) =>
  owner.ok('updateProcessField', { processId, subProjectId: where, updates });

describe('streamEvents', () => {
  test('sends what happens, with the position of each event, and goes on after Last-Event-ID', async () => {
    const events = await stream(owner);
    expect(events.headers.get('content-type')).toBe('text/event-stream');
    expect(events.headers.get('x-accel-buffering')).toBe('no');
    expect((await events.next()).event).toBe('start');
    const processId = await createProcess(owner, subProjectId);
    await update(processId, { notes: 'one' });
    const [created, updated] = [await events.next(), await events.next()];
    expect([created.event, updated.event]).toEqual(['process.created', 'process.updated']);
    expect(updated).toMatchObject({
      id: updated.data.position,
      data: { processId, sequence: '2', by: { name: 'Olivia Owner' }, data: { after: { fields: { notes: 'one' } } } },
    });
    events.close();
    await update(processId, { notes: 'two' });
    await update(processId, { notes: 'three' });
    const again = await stream(owner, {}, { 'last-event-id': created.id ?? '' });
    const seen = [await again.next(), await again.next(), await again.next(), await again.next()];
    expect(seen.slice(1).map(({ data }) => data.sequence)).toEqual(['2', '3', '4']);
    expect(seen[1]).toEqual(updated);
    again.close();
  });

  test('sends the types that were asked for, of one process', async () => {
    const [processId, other] = [await createProcess(owner, subProjectId), await createProcess(owner, subProjectId)];
    const events = await stream(owner, { types: 'process.updated', processId, afterPosition: '0' });
    await events.next();
    await update(other, { notes: 'x' });
    await update(processId, { notes: 'y' });
    expect((await events.next()).data).toMatchObject({ processId, type: 'process.updated' });
    events.close();
  });

  test('leaves out what the caller may not see, and tells when a process leaves its sight', async () => {
    const own = await createProcess(owner, subProjectId, {
      fields: { supplier: 'x', assignee: await demoUserId(admin, 'assignee') },
    });
    const other = await createProcess(owner, subProjectId);
    const events = await stream(assignee);
    await events.next();
    await update(other, { notes: 'not for the assignee' });
    await update(own, { notes: 'for the assignee' });
    await update(own, { assignee: await demoUserId(admin, 'owner') });
    await update(own, { notes: 'no longer for the assignee' });
    const marker = await createProcess(owner, subProjectId, {
      fields: { supplier: 'x', assignee: await demoUserId(admin, 'assignee') },
    });
    const seen = await events.until('process.created');
    expect(seen.map(({ data }) => [data.type, data.processId])).toEqual([
      // The change may be sent before the process has left.
      ...seen.filter(({ event }) => event === 'process.updated').map(() => ['process.updated', own]),
      ['process.hidden', own],
      ['process.created', marker],
    ]);
    events.close();
  });

  test('[D79] sends no values of a deleted process, although the server had sent them to others before', async () => {
    const live = await stream(admin);
    const afterPosition = (await live.next()).id ?? '';
    const processId = await createProcess(owner, subProjectId);
    await update(processId, { notes: 'to be erased' });
    await live.until('process.updated');
    await admin.ok('deleteProcess', { subProjectId, processId, reason: 'test' });
    await live.until('process.deleted');
    const later = await stream(admin, { afterPosition });
    const seen = await later.until('process.deleted');
    expect(seen.filter(({ data }) => data.processId === processId).map(({ data }) => [data.type, data.data])).toEqual([
      ['process.created', {}],
      ['process.updated', {}],
      ['process.deleted', expect.objectContaining({ after: expect.anything() })],
    ]);
    live.close();
    later.close();
  });

  test('ends when the tokens of the caller are revoked, and when its role is taken away', async () => {
    const { client, clientId, userId, clientSecret } = await createPerson(admin);
    const document = (roles: readonly string[]) => ({
      ...configuration({ roles: [everythingRole('OWNER'), { name: 'GUEST', read: true }] }),
      members: [
        { user: 'demo-owner', roles: ['OWNER'] },
        { user: userId, roles },
      ],
    });
    const { id } = await deploy(admin, document(['OWNER']));
    const first = await openStream(client.url, { subProjectId: id }, bearer(client));
    await first.next();
    await admin.ok('revokeTokens', { clientId });
    await createProcess(owner, id);
    const [end] = (await first.until('end')).slice(-1);
    expect(end?.data).toMatchObject({ reason: 'refused', id: 1001 });
    await first.ended();
    const again = await signIn(admin.url, clientId, clientSecret);
    const second = await openStream(client.url, { subProjectId: id }, bearer(again));
    await second.next();
    await admin.ok('deploySubProject', { subProjectId: id, document: document(['GUEST']) });
    const last = (await second.until('end')).slice(-1)[0];
    expect(last?.data).toMatchObject({ reason: 'refused', id: 1205 });
  });

  test('ends after the time that was asked for', async () => {
    const events = await stream(owner, { maxSeconds: '1' });
    expect((await events.until('end')).slice(-1)[0]?.data).toEqual({ reason: 'time' });
    await events.ended();
  });
});

describe('createStreamTicket', () => {
  test('opens one stream without a header, and not another one', async () => {
    const { ticket } = await owner.ok('createStreamTicket', { subProjectId });
    const events = await openStream(owner.url, { subProjectId, ticket });
    expect(events.status).toBe(200);
    await events.next();
    const processId = await createProcess(owner, subProjectId);
    expect((await events.next()).data).toMatchObject({ processId, type: 'process.created' });
    events.close();
    for (const query of [
      { subProjectId, ticket },
      { subProjectId, ticket: 'mst_x' },
      { subProjectId: 'nothing', ticket },
    ]) {
      expect((await openStream(owner.url, query)).status).toBe(401);
    }
  });

  test('a ticket is for its sub-project, and for no other operation', async () => {
    const { id: other } = await deploy(admin);
    const { ticket } = await owner.ok('createStreamTicket', { subProjectId });
    expect((await openStream(owner.url, { subProjectId: other, ticket })).status).toBe(401);
    const answer = await fetch(`${owner.url}/v1/process/events?subProjectId=${subProjectId}&ticket=${ticket}`);
    expect(answer.status).toBe(401);
    await answer.text();
  });

  test('the stream ends with the tokens of the caller', async () => {
    const { client, clientId, userId } = await createPerson(admin);
    const { id } = await deploy(admin, {
      ...configuration({ roles: [everythingRole('OWNER')] }),
      members: [
        { user: 'demo-owner', roles: ['OWNER'] },
        { user: userId, roles: ['OWNER'] },
      ],
    });
    const { ticket } = await client.ok('createStreamTicket', { subProjectId: id });
    const events = await openStream(client.url, { subProjectId: id, ticket });
    await events.next();
    await admin.ok('revokeTokens', { clientId });
    await createProcess(owner, id);
    expect((await events.until('end')).slice(-1)[0]?.data).toMatchObject({ reason: 'refused', id: 1001 });
  });
});

test('getEvents waits for an event without holding the answer longer than it takes', async () => {
  const { latest } = await owner.ok('getEvents', { subProjectId });
  const waiting = owner.ok('getEvents', { subProjectId, afterPosition: latest, waitSeconds: '30' });
  const processId = await createProcess(owner, subProjectId);
  const { events, next } = await waiting;
  expect(events).toMatchObject([{ type: 'process.created', processId, position: next }]);
  expect((await owner.ok('getEventTypes', {})).types.length).toBeGreaterThan(20);
});
