import { HttpConnection } from './http-connection.mjs';
import { startServer } from './server.mjs';
import { fields, worstRequests } from './worst-requests.mjs';

/** What another user's `/healthz` and update of one row may take, in milliseconds. */
const BUDGET_MS = 250;
/** Pause between two requests of the other user. */
const PAUSE_MS = 10;

/**
 * The latency of one user's short requests while another user asks for the worst that is known.
 *
 * @returns lines of `{ name, requests, healthz, update }`; times in milliseconds
 */
export async function measureFairness({ url, serverDirectory, seconds, say }) {
  const server = await startServer({ databaseUrl: url, dataDirectory: serverDirectory });
  try {
    const subProjectId = await deploy(server);
    const other = await signIn(server);
    const processId = await create(server, subProjectId);
    const heavy = await create(server, subProjectId);
    const lines = [];
    for (const worst of worstRequests({ subProjectId, processId: heavy })) {
      const line = await measureBeside({ server, other, worst, subProjectId, processId, seconds });
      say(
        `  ${worst.name}: healthz max ${line.healthz.max.toFixed(0)} ms, update max ${line.update.max.toFixed(0)} ms`,
      );
      lines.push(line);
    }
    return lines;
  } finally {
    await server.stop();
  }
}

async function measureBeside({ server, other, worst, subProjectId, processId, seconds }) {
  const until = performance.now() + seconds * 1000;
  const requests = { count: 0, statuses: new Set(), slowest: 0 };
  const loops = Array.from({ length: worst.connections }, () => repeat(server, worst.request, requests, until));
  const connection = new HttpConnection(server.url);
  const healthz = [];
  const update = [];
  // Also until the last heavy request is answered: what it does at its end counts too.
  let running = true;
  const heavy = Promise.all(loops).finally(() => {
    running = false;
  });
  for (let number = 0; running || performance.now() < until; number += 1) {
    healthz.push(await timed(connection, { method: 'GET', path: '/healthz' }));
    const body = JSON.stringify({ subProjectId, processId, updates: { note: `note ${number}` } });
    const path = '/v1/process/updateProcessField';
    update.push(await timed(connection, { method: 'POST', path, headers: other, body }));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  connection.close();
  await heavy;
  return { name: worst.name, requests, healthz: figuresOf(healthz), update: figuresOf(update) };
}

async function repeat(server, { method, path, body }, requests, until) {
  const connection = new HttpConnection(server.url);
  const text = body === undefined ? '' : JSON.stringify(body);
  while (performance.now() < until) {
    const begun = performance.now();
    const { status } = await connection.send({ method, path, headers: server.headers, body: text });
    requests.count += 1;
    requests.statuses.add(status);
    requests.slowest = Math.max(requests.slowest, performance.now() - begun);
    // Who is told to wait does; another connection may be allowed.
    if (status === 429 || status === 503) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  connection.close();
}

async function timed(connection, request) {
  const begun = performance.now();
  const { status, body } = await connection.send(request);
  if (status !== 200) throw new Error(`the other user's ${request.path} answered ${status}: ${body.slice(0, 300)}`);
  return performance.now() - begun;
}

function figuresOf(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}

async function deploy(server) {
  const { users } = await server.get('/v1/users/getUsers?page=1&perPageCount=100');
  if (!users.some(({ email }) => email === 'fair@example.com')) {
    const { user } = await server.post('/v1/users/createUser', { name: 'Fair', email: 'fair@example.com' });
    await server.post('/v1/users/createClient', { userId: user.id, clientId: 'fair' });
  }
  const document = {
    id: '01900000-0000-7000-8000-00000000fa1e',
    name: 'Fairness',
    stages: [{ key: 'one', default: true }],
    fields,
    roles: [{ name: 'OWNER', read: true, create: true, update: true }],
    members: [{ user: 'fair@example.com', roles: ['OWNER'] }],
  };
  return (await server.post('/v1/process/projects/deploySubProject', { document })).subProjectId;
}

/** A token of the other user, with a secret of this run. */
async function signIn(server) {
  const { client_secret: generated } = await server.post('/v1/users/rotateClientSecret', { clientId: 'fair' });
  const connection = new HttpConnection(server.url);
  const { body } = await connection.send({
    method: 'POST',
    path: '/v1/users/userLogin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: 'fair', client_secret: generated }),
  });
  connection.close();
  return { authorization: `Bearer ${JSON.parse(body).access_token}`, 'content-type': 'application/json' };
}

async function create(server, subProjectId) {
  return (await server.post('/v1/process/createProcess', { subProjectId, fields: { note: 'fair' } })).id;
}

/** The lines as a table for people; says which are over the budget. */
export function tableOf(lines) {
  const cell = ({ p50, p99, max }) => [p50, p99, max].map((ms) => ms.toFixed(1)).join(' / ');
  const rows = lines.map(({ name, requests, healthz, update }) => {
    const over = Math.max(healthz.max, update.max) > BUDGET_MS ? `over ${BUDGET_MS} ms` : 'within';
    const asked = requests.count === 0 ? '' : `${requests.count} (${[...requests.statuses].join(', ')})`;
    return `| ${name} | ${asked} | ${cell(healthz)} | ${cell(update)} | ${over} |`;
  });
  const head =
    '| One user asks for | requests (statuses) | another user’s `/healthz`, p50 / p99 / max ms | update of one row, p50 / p99 / max ms | budget |';
  return `${[head, '|---|---|---|---|---|', ...rows].join('\n')}\n`;
}
