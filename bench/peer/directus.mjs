import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { parseArgs, promisify } from 'node:util';
import { copyIn } from '../src/copy-in.mjs';
import { startDatabase } from '../src/database.mjs';
import { figuresOf, measure } from '../src/figures.mjs';
import { loadedColumns, rowsBetween, subProjectId } from '../src/generate.mjs';
import { HttpConnection } from '../src/http-connection.mjs';
import { withClient } from '../src/load.mjs';
import { prepare } from '../src/prepare.mjs';
import { listPath } from '../src/scenarios.mjs';
import { startServer } from '../src/server.mjs';

// Lists of ten by Directus and by Millrace, in turns, on one PostgreSQL and by one load generator. `npm install directus`
// in a folder of its own first (isolated-vm must be allowed to compile); see docs/guide/performance.md.

const { values } = parseArgs({
  options: {
    directus: { type: 'string' },
    'data-dir': { type: 'string' },
    rows: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    port: { type: 'string', default: '8055' },
  },
});
const { directus: folder, 'data-dir': dataDirectory, port } = values;
if (folder === undefined || dataDirectory === undefined) {
  throw new Error('--directus takes the folder that Directus is installed in, --data-dir that of the benchmark');
}
const rows = Number(values.rows);
const connections = Number(values.connections);
const subProjects = 10;
const token = randomBytes(24).toString('hex');
const say = (text) => process.stderr.write(`${text}\n`);

const database = await startDatabase(dataDirectory);
try {
  const peerUrl = await database.database('peer');
  await fillPeer(peerUrl);
  const directus = await startDirectus(peerUrl);
  try {
    const serverDirectory = `${dataDirectory}/server`;
    const { url } = await prepare({ database, serverDirectory, size: rows, say });
    const server = await startServer({ databaseUrl: url, dataDirectory: serverDirectory });
    try {
      await compare(directus, server);
    } finally {
      await server.stop();
    }
  } finally {
    await directus.stop();
  }
} finally {
  await database.stop();
}

/** The rows that Millrace has, in ten sub-projects, with the index that serves the list. */
async function fillPeer(url) {
  await withClient(url, async (client) => {
    await client.query(`set search_path = public; set maintenance_work_mem = '512MB'`);
    const { rows: known } = await client.query(`select to_regclass('processes_by_sub_project') is not null as filled`);
    if (known[0].filled) {
      const { rows: found } = await client.query('select count(*)::integer as count from processes');
      if (found[0].count === rows) return;
    }
    say('filling the table of the peer');
    await client.query(`
      drop table if exists processes;
      create table processes (id uuid primary key, sub_project_id uuid not null, state text not null,
        priority text not null, stage_key text not null, fields jsonb not null, created_ts timestamptz(3) not null,
        updated_ts timestamptz(3) not null)`);
    await copyIn(client, `copy processes (${loadedColumns}) from stdin`, spread(rowsBetween(0, rows)));
    await client.query('create index processes_by_sub_project on processes (sub_project_id, created_ts desc, id desc)');
    await client.query('vacuum (freeze, analyze) processes');
  });
}

function subProjectOf(number) {
  return subProjectId.slice(0, -1) + (number % subProjects);
}

function* spread(chunks) {
  let number = 0;
  for (const chunk of chunks) yield chunk.replaceAll(subProjectId, () => subProjectOf(number++));
}

/** Directus with its own tables in the same database, signed in to with a static token. */
async function startDirectus(url) {
  const program = `${folder}/node_modules/directus/cli.js`;
  const env = {
    ...process.env,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: url,
    DB_SEARCH_PATH: 'public',
    HOST: '127.0.0.1',
    PORT: port,
    SECRET: randomBytes(16).toString('hex'),
    KEY: 'bench',
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: randomBytes(12).toString('hex'),
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
  };
  await promisify(execFile)(process.execPath, [program, 'bootstrap'], { cwd: folder, env });
  await withClient(url, async (client) => {
    await client.query('update public.directus_users set token = $1 where email = $2', [token, env.ADMIN_EMAIL]);
  });
  const child = spawn(process.execPath, [program, 'start'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  for (let waited = 0; waited < 120; waited += 1) {
    const answer = await fetch(`${origin}/server/ping`).catch(() => undefined);
    if (answer?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return {
    url: origin,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGTERM');
      }),
  };
}

async function compare(directus, server) {
  const bearer = { authorization: `Bearer ${token}` };
  const items = `/items/processes?limit=10&sort=-created_ts,-id&filter[sub_project_id][_eq]=${subProjectOf(0)}`;
  const inOne = rows / subProjects;
  const kinds = [
    { name: 'Directus, page of 10', url: directus.url, path: items, headers: bearer, has: '"data":[{' },
    {
      name: `Directus, page of 10 with filter_count (${inOne})`,
      url: directus.url,
      path: `${items}&meta=filter_count`,
      headers: bearer,
      has: `"filter_count":${inOne}`,
    },
    {
      name: `Millrace, page of 10 with totalCount (${rows} or more)`,
      url: server.url,
      path: listPath({ filters: {}, page: '1', perPageCount: '10' }),
      headers: server.headers,
      has: '"totalCount":"',
    },
  ].map((kind) => ({
    ...kind,
    results: [],
    http: Array.from({ length: connections }, () => new HttpConnection(kind.url)),
  }));
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    for (const kind of kinds) {
      const request = { method: 'GET', path: kind.path, headers: kind.headers };
      const once = async (loop) => {
        const { status, body } = await kind.http[loop].send(request);
        if (status !== 200 || !body.includes(kind.has)) {
          throw new Error(`${kind.name} answered ${status}: ${body.slice(0, 300)}`);
        }
      };
      const result = await measure(once, { concurrency: connections, seconds: Number(values.seconds) });
      // The first round warms up.
      if (round > 0) kind.results.push(result);
    }
  }
  for (const { name, results, http } of kinds) {
    const { perSecond, least, most, p50, p99 } = figuresOf(results);
    const spread = `${Math.round(least)} to ${Math.round(most)}`;
    process.stdout.write(
      `${name}: ${Math.round(perSecond)}/s (${spread}), p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms\n`,
    );
    for (const connection of http) connection.close();
  }
}
