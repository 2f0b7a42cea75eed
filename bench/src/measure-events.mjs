import { randomUUID } from 'node:crypto';
import { HttpConnection } from './http-connection.mjs';
import { withClient } from './load.mjs';
import { measureWebhooks, rowsOfWebhooks } from './measure-webhooks.mjs';
import { startServer } from './server.mjs';

const RECEIVERS = 10;
/** Events of the second measurement; each transaction writes some, as a bulk update does. */
const EVENTS_PER_SECOND = 1000;
const EVENTS_PER_COMMIT = 10;
const PROCESSES = 50;
/** Events a second, and whether each goes to one of ten receivers or to all of them. */
const WEBHOOKS = [
  [EVENTS_PER_SECOND, 'one'],
  [EVENTS_PER_SECOND / 10, 'all'],
];
/** What the guide promises. */
const LEAST_SHARE = 0.85;
const MOST_P99_MS = 250;

/**
 * What events cost those who write, and how fast they reach those who listen, on a server of its own.
 *
 * @returns `{ plain, silent, heard, share, received, missing, p50, p99, max }`: updates per second without events, with nobody who
 * listens and with ten streams; then milliseconds from before the commit to the receipt of each event by each receiver
 */
export async function measureEvents({ url, serverDirectory, connections, seconds, rounds, say }) {
  const server = await startServer({ databaseUrl: url, dataDirectory: serverDirectory });
  try {
    const subProjectId = await deploy(server);
    const processIds = [];
    for (let count = 0; count < PROCESSES; count += 1) {
      const { id } = await server.post('/v1/process/createProcess', { subProjectId, fields: { note: 'x' } });
      processIds.push(id);
    }
    const rates = await measureUpdates({ url, server, subProjectId, processIds, connections, seconds, rounds, say });
    const receipts = await measureReceipt({ url, server, subProjectId, processIds, seconds: seconds * 4, say });
    const webhooks = [];
    for (const [eventsPerSecond, each] of WEBHOOKS) {
      const work = { url, server, subProjectId, processIds, seconds: seconds * 4, eventsPerSecond, each, say };
      webhooks.push(await measureWebhooks(work));
    }
    return { ...rates, ...receipts, webhooks };
  } finally {
    await server.stop();
  }
}

/** The three kinds take turns, so that a change of the machine's speed reaches all of them. */
async function measureUpdates({ url, server, subProjectId, processIds, connections, seconds, rounds, say }) {
  const counts = { plain: 0, silent: 0, heard: 0 };
  const work = { server, subProjectId, processIds, connections, seconds };
  for (let round = 0; round <= rounds; round += 1) {
    const turn = {};
    await setTrigger(url, 'disable');
    turn.plain = await updatesPerSecond(work);
    await setTrigger(url, 'enable');
    turn.silent = await updatesPerSecond(work);
    const receivers = await openReceivers(server, subProjectId, () => undefined);
    turn.heard = await updatesPerSecond(work);
    for (const receiver of receivers) receiver.close();
    // The first round warms up.
    if (round === 0) continue;
    for (const kind of Object.keys(counts)) counts[kind] += turn[kind] / rounds;
    say(
      `  updates/s: ${Object.entries(turn)
        .map(([kind, rate]) => `${kind} ${rate.toFixed(0)}`)
        .join(', ')}`,
    );
  }
  return { ...counts, share: counts.silent / counts.plain };
}

const setTrigger = (url, what) =>
  withClient(url, (client) => client.query(`alter table audit_log ${what} trigger audit_log_events`));

async function updatesPerSecond({ server, subProjectId, processIds, connections, seconds }) {
  const until = performance.now() + seconds * 1000;
  const begun = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, at) => {
      const connection = new HttpConnection(server.url);
      const processId = processIds[at % processIds.length];
      while (performance.now() < until) {
        const body = JSON.stringify({ subProjectId, processId, updates: { note: randomUUID() } });
        const path = '/v1/process/updateProcessField';
        const answer = await connection.send({ method: 'POST', path, headers: server.headers, body });
        if (answer.status !== 200) throw new Error(`an update was answered ${answer.status}: ${answer.body}`);
        count += 1;
      }
      connection.close();
    }),
  );
  return count / ((performance.now() - begun) / 1000);
}

/** Writes at a fixed rate, past HTTP, so that the writers are not what is measured. */
async function measureReceipt({ url, server, subProjectId, processIds, seconds, say }) {
  const sent = new Map();
  const times = [];
  const receivers = await openReceivers(server, subProjectId, ({ traceId }) => {
    const at = sent.get(traceId);
    if (at !== undefined) times.push(performance.now() - at);
  });
  const commits = Math.round((seconds * EVENTS_PER_SECOND) / EVENTS_PER_COMMIT);
  const everyMs = (1000 * EVENTS_PER_COMMIT) / EVENTS_PER_SECOND;
  await withClient(url, async (client) => {
    const begun = performance.now();
    for (let commit = 0; commit < commits; commit += 1) {
      const wait = begun + commit * everyMs - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const traceId = randomUUID();
      sent.set(traceId, performance.now());
      await client.query(
        `insert into audit_log (id, sub_project_id, created_ts, action, subject_type, subject_id, process_id, by_id, by_name,
           trace_id, before, after)
         select gen_random_uuid(), $1::uuid, clock_timestamp(), 'process.update', 'process', p.id, p.id::uuid, 'system', 'system', $2,
           '{"fields": {"note": "a"}}', '{"fields": {"note": "b"}}'
         from unnest($3::text[]) as p (id)`,
        [subProjectId, traceId, processIds.slice(0, EVENTS_PER_COMMIT)],
      );
    }
  });
  const expected = commits * EVENTS_PER_COMMIT * RECEIVERS;
  for (let waited = 0; times.length < expected && waited < 100; waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  for (const receiver of receivers) receiver.close();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const figures = { received: times.length, missing: expected - times.length, p50: at(0.5), p99: at(0.99), max: at(1) };
  say(`  receipt: p50 ${figures.p50.toFixed(0)} ms, p99 ${figures.p99.toFixed(0)} ms`);
  return figures;
}

/** @param onEvent called with each event of each receiver */
const openReceivers = (server, subProjectId, onEvent) =>
  Promise.all(Array.from({ length: RECEIVERS }, () => openReceiver(server, subProjectId, onEvent)));

async function openReceiver(server, subProjectId, onEvent) {
  const gone = new AbortController();
  const { authorization } = server.headers;
  const url = `${server.url}/v1/process/events/stream?subProjectId=${subProjectId}`;
  const response = await fetch(url, { headers: { authorization }, signal: gone.signal });
  if (!response.ok) throw new Error(`a stream was answered ${response.status}`);
  const reader = response.body.getReader();
  const first = await reader.read();
  const decoder = new TextDecoder();
  let rest = decoder.decode(first.value, { stream: true }).split('\n\n').at(-1);
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = `${rest}${decoder.decode(value, { stream: true })}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = block.slice(block.indexOf('data: ') + 6);
        if (block.includes('event: process.')) onEvent(JSON.parse(data));
      }
    }
  })().catch(() => undefined);
  return { close: () => gone.abort() };
}

async function deploy(server) {
  const document = {
    id: '01900000-0000-7000-8000-00000000e4e4',
    name: 'Events',
    stages: [{ key: 'one', default: true }],
    fields: { note: { type: 'string' } },
    http: { allowPrivateAddresses: ['127.0.0.1'] },
    roles: [{ name: 'OWNER', read: true, create: true, update: true, subscribe: true }],
  };
  return (await server.post('/v1/process/projects/deploySubProject', { document })).subProjectId;
}

export function tableOfEvents({ plain, silent, heard, share, received, missing, p50, p99, max, webhooks }) {
  const within = (holds) => (holds ? '' : ' (over the budget)');
  return [
    '| | |',
    '|---|---|',
    `| updates/s without events | ${plain.toFixed(0)} |`,
    `| updates/s, nobody listens | ${silent.toFixed(0)}: ${share.toFixed(2)} of it${within(share >= LEAST_SHARE)} |`,
    `| updates/s, ${RECEIVERS} streams on the same machine | ${heard.toFixed(0)} |`,
    `| receipts of ${EVENTS_PER_SECOND} events/s by ${RECEIVERS} streams | ${received}, missing ${missing} |`,
    `| from before the commit to the receipt | p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms${within(p99 <= MOST_P99_MS)}, max ${max.toFixed(0)} ms |`,
    ...rowsOfWebhooks(webhooks, MOST_P99_MS),
    '',
  ].join('\n');
}
