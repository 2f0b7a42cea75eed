import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { migrateDatabase, startDatabase } from '../src/database.mjs';
import { figuresOf, measure } from '../src/figures.mjs';
import { subProjectId } from '../src/generate.mjs';
import { HttpConnection } from '../src/http-connection.mjs';
import { approval, execution, paths, workflowsOf } from '../src/operations.mjs';
import { deploy } from '../src/prepare.mjs';
import { startServer } from '../src/server.mjs';

// An approval by DBOS and by Millrace, in turns, on one PostgreSQL and by one load generator: start it, decide it to its end. `npm
// install @dbos-inc/dbos-sdk` in a folder of its own first; see docs/guide/performance.md.

const { values } = parseArgs({
  options: {
    dbos: { type: 'string' },
    'data-dir': { type: 'string' },
    runs: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    serve: { type: 'string' },
  },
});
const { dbos: folder, 'data-dir': dataDirectory } = values;
if (folder === undefined) throw new Error('--dbos takes the folder that @dbos-inc/dbos-sdk is installed in');

/** The peer, as a process of its own: an HTTP server around the library, which keeps a record beside each workflow. */
async function serve(url) {
  const entry = createRequire(join(folder, 'package.json')).resolve('@dbos-inc/dbos-sdk');
  const { DBOS } = await import(pathToFileURL(entry).href);
  const records = new pg.Pool({ connectionString: url, max: 10 });
  await records.query('create table if not exists records (id uuid primary key, state text not null)');
  DBOS.setConfig({ name: 'peer', systemDatabaseUrl: url, logLevel: 'error' });
  const workflow = DBOS.registerWorkflow(
    async (id) => {
      const store = () => records.query(`insert into records values ($1, 'INIT') on conflict do nothing`, [id]);
      await DBOS.runStep(async () => void (await store()), { name: 'store' });
      const { approved } = await DBOS.recv('decision', 3600);
      const state = approved ? 'APPROVED' : 'REJECTED';
      const change = () => records.query('update records set state = $2 where id = $1', [id, state]);
      await DBOS.runStep(async () => void (await change()), { name: 'change' });
      return state;
    },
    { name: 'approval' },
  );
  await DBOS.launch();
  // Of a handle of this process the result is known at once; any other one asks the database once a second.
  const handles = new Map();
  const actions = {
    async '/start'() {
      const id = randomUUID();
      handles.set(id, await DBOS.startWorkflow(workflow, { workflowID: id })(id));
      return { id };
    },
    async '/decide'({ id }) {
      await DBOS.send(id, { approved: true }, 'decision');
      const state = await handles.get(id).getResult();
      handles.delete(id);
      return { state };
    },
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const answer = await actions[request.url](JSON.parse(body));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`ready at http://127.0.0.1:${server.address().port}\n`));
}

async function startPeer(url) {
  const child = spawn(process.execPath, [process.argv[1], '--dbos', folder, '--serve', url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise((resolve, reject) => {
    let told = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      told += text;
      const [, found] = /ready at (\S+)/.exec(told) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`the peer ended with ${code}`)));
  });
  return { url: address, headers: { 'content-type': 'application/json' }, stop: () => child.kill('SIGTERM') };
}

/** Kinds of requests to one side, which must succeed. */
function sideOf(server, connections, { start, decide }) {
  const http = Array.from({ length: connections }, () => new HttpConnection(server.url));
  const waiting = [];
  let left = 0;
  const post = async (loop, path, body) => {
    const request = { method: 'POST', path, headers: server.headers, body: JSON.stringify(body) };
    const answer = await http[loop].send(request);
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${answer.body.slice(0, 300)}`);
    return JSON.parse(answer.body);
  };
  return {
    begin(runs) {
      left = runs;
    },
    async start(loop) {
      if (left-- <= 0) return false;
      waiting.push(await start((path, body) => post(loop, path, body)));
    },
    async decide(loop) {
      const id = waiting.pop();
      if (id === undefined) return false;
      const state = await decide((path, body) => post(loop, path, body), id);
      if (state !== 'APPROVED' && state !== 'COMPLETED') throw new Error(`the decision led to ${state}`);
    },
    close() {
      for (const connection of http) connection.close();
    },
  };
}

async function compare() {
  if (dataDirectory === undefined) throw new Error('--data-dir takes a directory for the databases');
  const [runs, rounds, connections] = [values.runs, values.rounds, values.connections].map(Number);
  const database = await startDatabase(dataDirectory);
  const closing = [() => database.stop()];
  try {
    const peer = await startPeer(await database.database('peer_dbos'));
    closing.push(() => peer.stop());
    const databaseUrl = await database.database('peer_millrace');
    await migrateDatabase(databaseUrl);
    const server = await startServer({ databaseUrl, dataDirectory: `${dataDirectory}/server` });
    closing.push(() => server.stop());
    await deploy(server, { indexed: false });
    const { 'manager-approval': workflow } = await workflowsOf(server);
    const sides = {
      DBOS: sideOf(peer, connections, {
        start: async (post) => (await post('/start', {})).id,
        decide: async (post, id) => (await post('/decide', { id })).state,
      }),
      Millrace: sideOf(server, connections, {
        async start(post) {
          const { id } = await post(paths.create, { subProjectId, fields: { supplier: 'Acme' } });
          return (await post(paths.execute, execution(id, workflow))).runId.id;
        },
        decide: async (post, id) => (await post(paths.resume, approval(id))).runId.state,
      }),
    };
    for (const side of Object.values(sides)) closing.push(() => side.close());
    process.stdout.write(tableOf(await inTurns(sides, { runs, rounds, connections })));
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

async function inTurns(sides, { runs, rounds, connections }) {
  const taken = new Map();
  // The first round warms up. Each one decides all that it started: DBOS asks the database for each workflow that waits.
  for (let round = 0; round <= rounds; round += 1) {
    const names = round % 2 === 0 ? Object.keys(sides) : Object.keys(sides).toReversed();
    for (const kind of ['start', 'decide']) {
      for (const name of names) {
        if (kind === 'start') sides[name].begin(runs);
        const result = await measure(sides[name][kind], { concurrency: connections, seconds: 600, warmUp: 0 });
        const row = `${name}: ${kind}`;
        if (round > 0) taken.set(row, [...(taken.get(row) ?? []), result]);
      }
    }
  }
  return taken;
}

function tableOf(taken) {
  return [
    '| | per second | lowest to highest |',
    '| --- | ---: | ---: |',
    ...[...taken].map(([name, rounds]) => {
      const { perSecond, least, most } = figuresOf(rounds);
      return `| ${name} | ${Math.round(perSecond)} | ${Math.round(least)} to ${Math.round(most)} |`;
    }),
    '',
  ].join('\n');
}

if (values.serve === undefined) await compare();
else await serve(values.serve);
