import { randomUUID } from 'node:crypto';
import { migrateDatabase } from './database.mjs';
import { figuresOf, measure } from './figures.mjs';
import { HttpConnection } from './http-connection.mjs';
import { withClient } from './load.mjs';
import { fieldsReady, startServer } from './server.mjs';

/** What a search may take, in milliseconds. */
const BUDGET = { p50: 15, p99: 100 };
/** Processes that one statement writes. */
const BATCH = 10_000;
const TEAMS = 100;
const CLIENT = 'bench-search';

/**
 * Words of the texts: `w0` is in every tenth process, and each of the others in about `2 / rank` of them, as words of a language
 * are. Every process also has a word of its own.
 */
const filling = `
  insert into processes (sub_project_id, id, state, priority, stage_key, fields, created_ts, updated_ts)
  select $1, gen_random_uuid(), 'INIT', 'LOW', 'only', jsonb_build_object(
    'team', 'team-' || n % ${TEAMS}, 'name', 'only' || n,
    'text', case when n % 10 = 0 then 'w0 ' else '' end || (
      select string_agg('w' || (1 + floor(power(20000, hash))), ' ')
      from (select (('x' || substr(md5(n || ' ' || place), 1, 8))::bit(32)::bigint / 4294967296.0) as hash
        from generate_series(1, 8) place) hashed)), ts, ts
  from (select n, timestamptz '2024-01-01' + n * interval '1 second' as ts from generate_series($2::int, $3::int) n) made`;

const kinds = (size) => [
  ['a word of one process', () => `only${Math.floor(Math.random() * size)}`],
  ['a common word', () => 'w0'],
  ['two words', () => `w${word()} w${word()}`],
  ['a common and a rare word', () => `w0 w${5000 + word()}`],
  ['the beginning of words', () => `w1${word() % 10}`],
  ['words that no process has', () => `none${word()} w1`],
];

const word = () => 1 + Math.floor(Math.random() * 5000);

/**
 * Searches of a person whose role sees one process of a hundred, beside those of one that sees all, in a sub-project of so many
 * processes with some nine words each.
 *
 * @returns lines of `{ size, name, role, figures }`
 */
export async function measureSearch({ database, serverDirectory, sizes, connections, seconds, rounds, say }) {
  const lines = [];
  for (const size of sizes) {
    const url = await database.database(`bench_search_${size}`);
    await migrateDatabase(url);
    const server = await startServer({ databaseUrl: url, dataDirectory: serverDirectory });
    try {
      const subProjectId = await deploy(server);
      // The server makes the index of the field meanwhile, which analyze would wait for, and it for analyze.
      await fieldsReady(server, subProjectId);
      await fill(url, { subProjectId, size, say });
      const people = { 'sees all': server.headers, 'sees 1 of 100': await signIn(server) };
      for (const [name, query] of kinds(size)) {
        for (const [role, headers] of Object.entries(people)) {
          const figures = await ask({ url: server.url, headers, subProjectId, query, connections, seconds, rounds });
          say(`  ${name}, ${role}: p50 ${figures.p50.toFixed(1)} ms, p99 ${figures.p99.toFixed(1)} ms`);
          lines.push({ size, name, role, figures });
        }
      }
    } finally {
      await server.stop();
    }
  }
  return lines;
}

async function ask({ url, headers, subProjectId, query, connections, seconds, rounds }) {
  const http = Array.from({ length: connections }, () => new HttpConnection(url));
  const once = async (loop) => {
    const path = `/v1/search?${new URLSearchParams({ query: query(), subProjectIds: subProjectId })}`;
    const { status, body } = await http[loop].send({ method: 'GET', path, headers });
    if (status !== 200) throw new Error(`the search was answered ${status}: ${body.slice(0, 300)}`);
  };
  const taken = [];
  for (let round = 0; round < rounds; round += 1)
    taken.push(await measure(once, { concurrency: connections, seconds }));
  for (const connection of http) connection.close();
  return figuresOf(taken);
}

/** The sub-project, and the person whose role has a row filter; those of an earlier run stay. */
async function deploy(server) {
  const { users } = await server.get('/v1/users/getUsers?page=1&perPageCount=100');
  if (!users.some(({ email }) => email === `${CLIENT}@example.com`)) {
    const { user } = await server.post('/v1/users/createUser', { name: 'Team 7', email: `${CLIENT}@example.com` });
    await server.post('/v1/users/createClient', { userId: user.id, clientId: CLIENT });
  }
  const { subProjects } = await server.get('/v1/process/projects/getSubProjects?page=1&perPageCount=100');
  const known = subProjects.find(({ name }) => name === 'Search');
  if (known !== undefined) return known.id;
  const subProjectId = randomUUID();
  const text = { type: 'string', 'x-searchable': true };
  const document = {
    id: subProjectId,
    name: 'Search',
    stages: [{ key: 'only', default: true }],
    states: { initial: 'INIT', values: ['INIT'] },
    priorities: { values: ['LOW'], default: 'LOW' },
    fields: { name: text, text, team: { type: 'string', 'x-indexed': true } },
    roles: [{ name: 'TEAM', read: true, filter: { 'fields.team': 'team-7' } }],
    members: [{ user: `${CLIENT}@example.com`, roles: ['TEAM'] }],
  };
  await server.post('/v1/process/projects/deploySubProject', { subProjectId, document });
  return subProjectId;
}

/** Processes up to the size, with their words, which the triggers of the tables write. */
async function fill(url, { subProjectId, size, say }) {
  await withClient(url, async (client) => {
    const { rows } = await client.query('select count(*)::int as there from processes where sub_project_id = $1', [
      subProjectId,
    ]);
    for (let from = rows[0].there; from < size; from += BATCH) {
      const to = Math.min(size, from + BATCH) - 1;
      await client.query(filling, [subProjectId, from, to]);
      if ((to + 1) % (10 * BATCH) === 0) say(`  ${to + 1} processes`);
    }
    await client.query('analyze processes');
    await client.query('analyze search_texts');
  });
}

/** A token of the person, with a secret of this run. */
async function signIn(server) {
  const { client_secret: secret } = await server.post('/v1/users/rotateClientSecret', { clientId: CLIENT });
  const connection = new HttpConnection(server.url);
  const { body } = await connection.send({
    method: 'POST',
    path: '/v1/users/userLogin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: CLIENT, client_secret: secret }),
  });
  connection.close();
  return { authorization: `Bearer ${JSON.parse(body).access_token}`, 'content-type': 'application/json' };
}

/** The lines as a table for people; says which are over the budget. */
export function tableOfSearch(lines) {
  const rows = lines.map(({ size, name, role, figures: { p50, p99, count } }) => {
    const over = p50 > BUDGET.p50 || p99 > BUDGET.p99 ? 'over' : 'within';
    return `| ${size} | ${name} | ${role} | ${count} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${over} |`;
  });
  const head = `| Processes | Search for | role | requests | p50 ms | p99 ms | budget ${BUDGET.p50} / ${BUDGET.p99} ms |`;
  return `${[head, '|---|---|---|---|---|---|---|', ...rows].join('\n')}\n`;
}
