import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listenForJobs } from '../../jobs/hints/job-hints.js';
import { newId } from '../../kernel/identifiers.js';
import {
  createProcessFixture,
  insertSubProject,
  invoices,
  type ProcessFixture,
} from '../../processes/testing/process-fixture.js';
import { quietLog } from '../../testing/quiet-log.js';
import type { Caller } from '../../use-case/caller.js';
import { createEventFeed, type EventFeed } from '../feed/event-feed.js';
import { logEnds } from '../records/event-log.js';
import { createSequencer } from '../sequencer/sequencer.js';
import { eventUseCases } from '../use-cases.js';

const document = {
  ...invoices,
  roles: [
    { name: 'OWNER', read: true, create: true, update: true, subscribe: true },
    { name: 'REVIEWER', stages: ['stage_review'], read: true, subscribe: true },
    { name: 'ASSIGNEE', assignable: true, filter: { 'fields.assignee': '$user.id' }, read: true, subscribe: true },
  ],
};

let fixture: ProcessFixture;
let close: () => Promise<void>;
beforeAll(async () => {
  fixture = await createProcessFixture(document);
});
afterAll(async () => {
  await close?.();
  await fixture.drop();
});

function serverOf(feedOf: (feed: EventFeed) => EventFeed = (feed) => feed) {
  const { db, url } = fixture;
  const hints = listenForJobs({ url, log: quietLog });
  close = () => hints.close();
  const sequencer = createSequencer({ db, channel: 'millrace_jobs', retentionDays: 30, log: quietLog });
  const feed = feedOf(createEventFeed({ db, sequencer, hints, log: quietLog }));
  const stopping = new AbortController();
  return { events: eventUseCases({ ...fixture.deps, feed, stopping: stopping.signal }), stopping };
}

/** A feed with some members replaced. */
const feedWith =
  (change: (feed: EventFeed) => Partial<EventFeed>) =>
  (feed: EventFeed): EventFeed => ({
    catchUp: (id) => feed.catchUp(id),
    wait: (...args) => feed.wait(...args),
    newest: (...args) => feed.newest(...args),
    versionOf: (id) => feed.versionOf(id),
    read: (work) => feed.read(work),
    enter: (id) => feed.enter(id),
    ...change(feed),
  });

const iterate = (chunks: AsyncIterable<string>) => chunks[Symbol.asyncIterator]();

test('[D77] many streams wait without a connection, hear of every event, and end when the server stops', async () => {
  const { events, stopping } = serverOf();
  const { subProjectId } = fixture;
  const open = async (caller: Caller) => {
    const { chunks } = await events.streamEvents(caller, { subProjectId });
    const iterator = iterate(chunks);
    await iterator.next();
    return iterator;
  };
  // Four times as many as the pool has connections, half of them with a row filter.
  const streams = await Promise.all([
    ...Array.from({ length: 20 }, () => open(fixture.caller('OWNER'))),
    ...Array.from({ length: 20 }, () => open(fixture.caller('ASSIGNEE'))),
  ]);
  const heard = streams.map((stream) => stream.next());
  // Waits until all of them wait.
  await fixture.db`select pg_sleep(0.3)`;
  expect(fixture.db.stats()).toMatchObject({ waiting: 0 });
  const processId = await fixture.create({ assignee: fixture.userId('ASSIGNEE') });
  for (const { value } of await Promise.all(heard)) expect(value).toContain(processId);
  const ends = streams.map((stream) => stream.next());
  stopping.abort();
  for (const { value } of await Promise.all(ends)) {
    expect(value).toMatch(/^retry: \d{4}\nevent: end\ndata: \{"reason":"stopping"\}/);
  }
});

test('[D77] a user has a limited number of streams, and one that ends makes room', async () => {
  const { events } = serverOf();
  const caller = fixture.caller('OWNER');
  const request = { subProjectId: fixture.subProjectId };
  const gone = new AbortController();
  const first = await events.streamEvents({ ...caller, gone: gone.signal }, request);
  for (let count = 1; count < 50; count += 1) await events.streamEvents(caller, request);
  await expect(events.streamEvents(caller, request)).rejects.toMatchObject({ id: 1003, status: 429 });
  await expect(events.streamEvents(fixture.caller('ASSIGNEE'), request)).resolves.toBeDefined();
  // Nobody has read anything of it.
  gone.abort();
  await expect(events.streamEvents(caller, request)).resolves.toBeDefined();
  expect(first.stalledAfterMs).toBeGreaterThan(0);
});

test('[D77] a stream that begins in the past catches up, also with what was written before it was opened', async () => {
  const { events, stopping } = serverOf();
  const { subProjectId } = fixture;
  const before = await events.getEvents(fixture.caller('OWNER'), { subProjectId, afterPosition: 'latest' });
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push(await fixture.create());
  const { chunks } = await events.streamEvents(fixture.caller('OWNER'), { subProjectId, afterPosition: before.latest });
  const iterator = iterate(chunks);
  let text = '';
  while (!ids.every((id) => text.includes(id))) text += String((await iterator.next()).value);
  expect([...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))).toEqual(
    [0, 1, 2, 3, 4, 5].map((more) => Number(before.latest) + more),
  );
  const reset = await events.streamEvents(fixture.caller('OWNER'), { subProjectId, afterPosition: '0' });
  await fixture.db`update event_positions set first_position = 3 where sub_project_id = ${subProjectId}`;
  await fixture.db`delete from event_log where sub_project_id = ${subProjectId} and position < 3`;
  const again = iterate(reset.chunks);
  await again.next();
  expect((await again.next()).value).toBe('id: 2\nevent: reset\ndata: {"position":"2"}\n\n');
  stopping.abort();
});

test('[D77] a stream sends a heartbeat also while all events are for others', async () => {
  const { events, stopping } = serverOf(
    feedWith(() => ({ wait: () => Promise.reject(new Error('It waited before it sent a heartbeat.')) })),
  );
  const { subProjectId } = fixture;
  await fixture.create();
  const { latest } = await events.getEvents(fixture.caller('OWNER'), { subProjectId });
  const afterPosition = String(Number(latest) - 1);
  const { chunks } = await events.streamEvents(fixture.caller('OWNER'), {
    subProjectId,
    afterPosition,
    types: ['custom.*'],
  });
  const iterator = iterate(chunks);
  await iterator.next();
  const later = performance.now() + 16_000;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => later);
  try {
    expect((await iterator.next()).value).toBe(`id: ${latest}\n\n`);
  } finally {
    now.mockRestore();
    stopping.abort();
  }
});

test('[D77] an idle stream does not use the database', async () => {
  let waits = 0;
  let reads = 0;
  const { events, stopping } = serverOf(
    feedWith((feed) => ({
      wait: (id, position, ms, signal) => {
        waits += 1;
        if (waits === 5) stopping.abort();
        return feed.wait(id, position, waits === 1 ? ms : 1, signal);
      },
      read: (work) => {
        // The first wait learns where the log ends.
        if (waits > 1) reads += 1;
        return feed.read(work);
      },
    })),
  );
  const { chunks } = await events.streamEvents(fixture.caller('OWNER'), { subProjectId: fixture.subProjectId });
  const iterator = iterate(chunks);
  await iterator.next();
  const ended = iterator.next();
  expect((await ended).value).toContain('stopping');
  expect({ waits, reads }).toEqual({ waits: 5, reads: 0 });
});

test('[D77] one log that cannot be followed does not stop the others, and is reported once', async () => {
  const { db, url, subProjectId } = fixture;
  const broken = newId();
  await insertSubProject(db, broken, document);
  const warnings: object[] = [];
  const log = { ...quietLog, warn: (context: object) => void warnings.push(context) };
  const hints = listenForJobs({ url, log: quietLog });
  const sequencer = createSequencer({ db, channel: 'millrace_jobs', retentionDays: 30, log: quietLog });
  const feed = createEventFeed({
    db,
    sequencer: {
      sequence: (id) => (id === broken ? Promise.reject(new Error('no partition')) : sequencer.sequence(id)),
    },
    hints,
    log,
  });
  const over = new AbortController();
  const { latest } = await logEnds(db, subProjectId);
  const waits = [feed.wait(broken, 0, 20_000, over.signal), feed.wait(subProjectId, latest, 20_000, over.signal)];
  await fixture.useCases.createProcess(fixture.caller('ADMIN'), { subProjectId: broken, fields: { supplier: 'x' } });
  for (let count = 0; count < 2; count += 1) {
    await fixture.create();
    await waits[1];
    waits[1] = feed.wait(subProjectId, (await logEnds(db, subProjectId)).latest, 20_000, over.signal);
  }
  const { latest: now } = await logEnds(db, subProjectId);
  expect(feed.newest(subProjectId, now, now)).toEqual([]);
  // A deletion may have its place already, and the events in memory still have the values that it erased.
  expect(feed.newest(subProjectId, now - 1, now + 1)).toBeUndefined();
  expect(warnings).toMatchObject([{ subProjectId: broken, err: { message: 'no partition' } }]);
  over.abort();
  await Promise.all(waits);
  await hints.close();
});
