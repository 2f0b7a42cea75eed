import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { withClient } from './load.mjs';

const RECEIVERS = 10;
const COMMITS_PER_SECOND = 100;

/**
 * How fast webhooks arrive: ten receivers in a process of their own verify each request. Events are written at a fixed rate, past
 * HTTP.
 *
 * @param eventsPerSecond that are written
 * @param each `one`: each event goes to one of the receivers; `all`: to each of them
 * @returns `{ expected, received, unordered, p50, p99, max }`: milliseconds from before the commit to the receipt
 */
export async function measureWebhooks({ url, server, subProjectId, processIds, seconds, eventsPerSecond, each, say }) {
  const child = fork(fileURLToPath(new URL('webhook-receivers.mjs', import.meta.url)));
  const sent = new Map();
  const seen = new Map();
  const times = [];
  let unordered = 0;
  const answered = new Promise((resolve) => {
    child.on('message', ({ ports, told = [] }) => {
      if (ports !== undefined) resolve(ports);
      for (const [receiver, traceId, processId, sequence, at] of told) {
        const begun = sent.get(traceId);
        const key = `${receiver} ${processId}`;
        if (begun === undefined || (seen.get(key) ?? 0) === sequence) continue;
        if ((seen.get(key) ?? 0) > sequence) unordered += 1;
        seen.set(key, sequence);
        times.push(at - begun);
      }
    });
  });
  child.send({ open: RECEIVERS });
  const ports = await answered;
  const share = Math.ceil(processIds.length / RECEIVERS);
  const subscriptions = await Promise.all(
    ports.map((port, index) =>
      server.post('/v1/process/events/createEventSubscription', {
        subProjectId,
        url: `http://127.0.0.1:${port}/`,
        types: ['process.updated'],
        ...(each === 'one' ? { filter: { id: processIds.slice(index * share, (index + 1) * share) } } : {}),
      }),
    ),
  );
  child.send({ secrets: subscriptions.map(({ secret }) => secret) });
  // A worker takes them over within a second.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const perCommit = Math.max(1, Math.round(eventsPerSecond / COMMITS_PER_SECOND));
  const everyMs = (1000 * perCommit) / eventsPerSecond;
  const commits = Math.round((seconds * 1000) / everyMs);
  await withClient(url, async (client) => {
    const begun = performance.now();
    for (let commit = 0; commit < commits; commit += 1) {
      const wait = begun + commit * everyMs - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const traceId = randomUUID();
      sent.set(traceId, performance.timeOrigin + performance.now());
      const ids = Array.from(
        { length: perCommit },
        (_, at) => processIds[(commit * perCommit + at) % processIds.length],
      );
      await client.query(
        `insert into audit_log (id, sub_project_id, created_ts, action, subject_type, subject_id, process_id, by_id, by_name,
           trace_id, before, after)
         select gen_random_uuid(), $1::uuid, clock_timestamp(), 'process.update', 'process', p.id, p.id::uuid, 'system', 'system', $2,
           '{"fields": {"note": "a"}}', '{"fields": {"note": "b"}}'
         from unnest($3::text[]) as p (id)`,
        [subProjectId, traceId, ids],
      );
    }
  });
  const expected = commits * perCommit * (each === 'all' ? RECEIVERS : 1);
  for (let waited = 0; times.length < expected && waited < 300; waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  for (const { id } of subscriptions) {
    await server.post('/v1/process/events/deleteEventSubscription', { subProjectId, subscriptionId: id });
  }
  child.disconnect();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  const figures = { expected, received: times.length, unordered, p50: at(0.5), p99: at(0.99), max: at(1) };
  say(
    `  webhooks, ${eventsPerSecond} events/s, each to ${each}: p50 ${figures.p50.toFixed(0)} ms, p99 ${figures.p99.toFixed(0)} ms`,
  );
  return { ...figures, eventsPerSecond, each };
}

export const rowsOfWebhooks = (measured, mostP99) =>
  measured.flatMap(({ eventsPerSecond, each, expected, received, unordered, p50, p99, max }) => [
    `| webhooks: ${eventsPerSecond} events/s, each to ${each} of ${RECEIVERS} receivers | ${received} of ${expected}, ${unordered} out of order |`,
    `| from before the commit to the receipt | p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms${p99 <= mostP99 ? '' : ' (over the budget)'}, max ${max.toFixed(0)} ms |`,
  ]);
