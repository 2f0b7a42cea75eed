import { randomUUID } from 'node:crypto';
import { migrateDatabase } from './database.mjs';
import { figuresOf, measure } from './figures.mjs';
import { HttpConnection } from './http-connection.mjs';
import { paths } from './operations.mjs';
import { fieldsReady, startServer } from './server.mjs';

const FIELDS = 20;
const PROCESSES = 500;
/** What a change of the state may lose with so many fields that no process has. */
const LEAST_SHARE = 0.75;

/**
 * Changes of the priority, which touch no field, with 20 `x-indexed` texts that no process has, and with none. Each kind has a
 * database of its own, because all sub-projects of a database share its indexes.
 *
 * @returns figures of `none` and `empty`, and their `share`
 */
export async function measureFields({ database, serverDirectory, connections, seconds, rounds, say }) {
  const sides = { none: undefined, empty: undefined };
  try {
    for (const [name, count] of [
      ['none', 0],
      ['empty', FIELDS],
    ]) {
      sides[name] = await sideOf({ database, serverDirectory, connections, name: `bench_fields_${count}`, count });
    }
    const taken = { none: [], empty: [] };
    for (let round = 0; round < rounds; round += 1) {
      const order = round % 2 === 0 ? ['none', 'empty'] : ['empty', 'none'];
      for (const name of order)
        taken[name].push(await measure(sides[name].update, { concurrency: connections, seconds }));
      const rates = order.map((name) => `${name} ${figuresOf(taken[name].slice(-1)).perSecond.toFixed(0)}`);
      say(`  updates/s: ${rates.join(', ')}`);
    }
    const [none, empty] = [figuresOf(taken.none), figuresOf(taken.empty)];
    return { none, empty, share: empty.perSecond / none.perSecond };
  } finally {
    for (const side of Object.values(sides)) await side?.close();
  }
}

async function sideOf({ database, serverDirectory, connections, name, count }) {
  const url = await database.database(name);
  await migrateDatabase(url);
  const server = await startServer({ databaseUrl: url, dataDirectory: serverDirectory });
  const http = Array.from({ length: connections }, () => new HttpConnection(server.url));
  const subProjectId = randomUUID();
  const names = Array.from({ length: count }, (_, index) => `indexed${index}`);
  const document = {
    id: subProjectId,
    name,
    stages: [{ key: 'only', default: true }],
    states: { initial: 'INIT', values: ['INIT'] },
    priorities: { values: ['LOW', 'MEDIUM', 'HIGH'], default: 'MEDIUM' },
    fields: Object.fromEntries(names.map((field) => [field, { type: 'string', 'x-indexed': true }])),
  };
  await server.post('/v1/process/projects/deploySubProject', { subProjectId, document });
  await fieldsReady(server, subProjectId);
  const ids = [];
  for (let index = 0; index < PROCESSES; index += 1) ids.push((await server.post(paths.create, { subProjectId })).id);
  let turn = 0;
  return {
    async update(loop) {
      turn += 1;
      const priority = turn % (2 * PROCESSES) < PROCESSES ? 'LOW' : 'HIGH';
      const body = JSON.stringify({ subProjectId, processId: ids[turn % PROCESSES], updates: { priority } });
      const answer = await http[loop].send({ method: 'POST', path: paths.update, headers: server.headers, body });
      if (answer.status !== 200)
        throw new Error(`the update was answered ${answer.status}: ${answer.body.slice(0, 300)}`);
    },
    async close() {
      for (const connection of http) connection.close();
      await server.stop();
    },
  };
}

/** The figures as text. */
export const tableOfFields = ({ none, empty, share }) =>
  [
    '# Changes of a process, by the number of indexed fields',
    '',
    '| indexed fields | updates/s | lowest to highest |',
    '| --- | ---: | ---: |',
    `| none | ${Math.round(none.perSecond)} | ${Math.round(none.least)} to ${Math.round(none.most)} |`,
    `| ${FIELDS} texts that no process has | ${Math.round(empty.perSecond)} | ${Math.round(empty.least)} to ${Math.round(empty.most)} |`,
    '',
    `Share: ${share.toFixed(2)} (at least ${LEAST_SHARE} is the aim).`,
    '',
  ].join('\n');
