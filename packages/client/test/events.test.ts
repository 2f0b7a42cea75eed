import { connect, type Event, EventsLostError, type MillraceClient } from '@millrace/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../src/testing/fault-proxy.js';
import { type DemoServer, startDemoServer } from './demo-server.js';

const subProjectId = '01900000-0000-7000-8000-000000000001';

let server: DemoServer;
let proxy: FaultProxy;
let client: MillraceClient;
let writer: MillraceClient;
beforeAll(async () => {
  server = await startDemoServer();
  proxy = await startFaultProxy(server.url);
  const credentials = { clientId: 'demo-owner', clientSecret: 'demo-owner-secret', retryBaseMs: 5 };
  client = connect({ url: proxy.url, ...credentials });
  writer = connect({ url: server.url, ...credentials });
});
afterEach(() => {
  proxy.fault = undefined;
});
afterAll(async () => {
  await server?.stop();
  await proxy?.close();
});

const create = async () => (await writer.createProcess({ subProjectId, fields: { supplier: 'Events' } })).id;
const note = (processId: string, notes: string) =>
  writer.updateProcessField({ subProjectId, processId, updates: { notes } });
const latest = async () => (await writer.getEvents({ subProjectId, afterPosition: 'latest' })).latest;

/** The first events of a subscription. */
async function take(events: AsyncIterable<Event>, count: number): Promise<readonly Event[]> {
  const taken: Event[] = [];
  for await (const event of events) {
    taken.push(event);
    if (taken.length === count) break;
  }
  return taken;
}

describe('subscriptions', () => {
  it('hear of what happens, in order, and tell where to go on', async () => {
    const subscription = client.events.subscribe({ subProjectId, types: 'process.*', afterPosition: await latest() });
    const processId = await create();
    for (const notes of ['a', 'b', 'c']) await note(processId, notes);
    const seen = await take(subscription, 4);
    expect(seen.map(({ processId: of, sequence }) => [of, sequence])).toEqual(
      ['1', '2', '3', '4'].map((sequence) => [processId, sequence]),
    );
    // The last event was not handled to its end, so it comes again.
    const again = client.events.subscribe({ subProjectId, types: 'process.*', afterPosition: subscription.position });
    expect(await take(again, 1)).toEqual(seen.slice(-1));
  });

  it('go on after the last event when the connection breaks or the server is gone', async () => {
    const reconnects: unknown[] = [];
    let streams = 0;
    proxy.fault = ({ path }) => {
      if (!path.includes('/events/stream')) return undefined;
      streams += 1;
      return streams <= 3 ? { kind: 'reset-in-response', part: 'body', bytes: 700 * streams } : undefined;
    };
    const subscription = client.events.subscribe(
      { subProjectId, types: 'process.updated', afterPosition: await latest() },
      { onReconnect: ({ error }) => reconnects.push(error) },
    );
    const processId = await create();
    const reading = take(subscription, 12);
    for (let count = 1; count <= 6; count += 1) await note(processId, `first ${count}`);
    await server.crashAndRestart();
    for (let count = 1; count <= 6; count += 1) await note(processId, `second ${count}`);
    const seen = await reading;
    expect(seen.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 12 }, (_, index) => String(index + 2)));
    expect(reconnects.length).toBeGreaterThan(2);
  }, 60_000);

  it('end with the signal, and with what the service refuses', async () => {
    const gone = new AbortController();
    const waiting = take(client.events.subscribe({ subProjectId }, { signal: gone.signal }), 1);
    gone.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    const nobody = connect({
      url: server.url,
      clientId: 'demo-owner',
      clientSecret: 'demo-owner-secret',
      scope: 'file',
    });
    await expect(take(nobody.events.subscribe({ subProjectId }), 1)).rejects.toMatchObject({ id: 1205 });
  });

  it('tell when events were deleted', async () => {
    const lost = connect({
      url: server.url,
      token: 'x',
      fetch: async () =>
        new Response('id: 0\nevent: start\ndata: {}\n\nid: 40\nevent: reset\ndata: {"position":"40"}\n\n', {
          headers: { 'content-type': 'text/event-stream' },
        }),
    });
    await expect(take(lost.events.subscribe({ subProjectId }), 1)).rejects.toThrow(EventsLostError);
  });
});

describe('a gate', () => {
  it('drops what it has seen, and fetches what is missing', async () => {
    const processId = await create();
    for (const notes of ['a', 'b', 'c', 'd']) await note(processId, notes);
    const { events } = await writer.getEvents({ subProjectId, processId });
    const gaps: unknown[] = [];
    const gate = client.events.gate({ subProjectId, onGap: (gap) => gaps.push(gap) });
    const [first, second, , , last] = events;
    const given = [first, second, first, last, second].filter((event) => event !== undefined);
    async function* source() {
      yield* given;
    }
    expect(await take(gate.pass(source()), 5)).toEqual(events);
    expect(gaps).toEqual([{ processId, from: 3, to: 4, found: 2 }]);
    expect(gate.handled(processId)).toBe(5);
  });
});
