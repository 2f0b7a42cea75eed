import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { countAnew, migrateDatabase, sizesOf, startDatabase } from './database.mjs';
import { configuration, load, loadedProcesses, subProjectId } from './generate.mjs';
import { measureSize } from './measure-size.mjs';
import { writeReport } from './report.mjs';
import { fieldsReady, startServer } from './server.mjs';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    workers: { type: 'string', default: '1' },
    only: { type: 'string' },
    'data-dir': { type: 'string', default: fileURLToPath(new URL('../data', import.meta.url)) },
    out: { type: 'string', default: fileURLToPath(new URL('../results', import.meta.url)) },
  },
});
const sizes = values.sizes.split(',').map(Number);
const seconds = Math.min(Number(values.seconds), 60);
const connections = Math.min(Number(values.connections), 256);
if (sizes.some((size) => !Number.isInteger(size) || size < 1000 || size > 20_000_000)) {
  throw new Error('--sizes takes numbers of processes from 1,000 to 20,000,000, separated by commas');
}
const deployPath = '/v1/process/projects/deploySubProject';
const say = (text) => process.stderr.write(`${text}\n`);

/** Loads what is missing, before fields are indexed, and counts it. */
async function prepare(database, size) {
  const url = await database.database(`bench_${size}`);
  await migrateDatabase(url);
  const dataDirectory = `${values['data-dir']}/server`;
  const missing = size - (await loadedProcesses(url, size));
  if (missing === 0) return { url, dataDirectory, loaded: 0, loadSeconds: 0, countSeconds: 0 };
  const server = await startServer({ databaseUrl: url, dataDirectory });
  await server.post(deployPath, { subProjectId, document: configuration({ indexed: false }) });
  await server.stop();
  const begun = performance.now();
  const progress = (done, all) => done % 500_000 === 0 && say(`  ${done} of ${all} processes loaded`);
  await load(url, size, progress);
  const counting = performance.now();
  await countAnew(url, subProjectId);
  const loadSeconds = (counting - begun) / 1000;
  const countSeconds = (performance.now() - counting) / 1000;
  say(`  loaded in ${loadSeconds.toFixed(1)} s, counted in ${countSeconds.toFixed(1)} s`);
  return { url, dataDirectory, loaded: missing, loadSeconds, countSeconds };
}

const database = await startDatabase(values['data-dir']);
const results = [];
try {
  for (const size of sizes) {
    say(`${size} processes`);
    const { url, dataDirectory, ...built } = await prepare(database, size);
    const server = await startServer({ databaseUrl: url, dataDirectory, workers: Number(values.workers) });
    try {
      const indexing = performance.now();
      await server.post(deployPath, { subProjectId, document: configuration({ indexed: true }) });
      await fieldsReady(server, subProjectId, say);
      const indexSeconds = (performance.now() - indexing) / 1000;
      const figures = await measureSize({ url, server, size, seconds, connections, only: values.only, say });
      results.push({ size, built: { ...built, indexSeconds, bytes: await sizesOf(url) }, figures });
    } finally {
      await server.stop();
    }
  }
} finally {
  await database.stop();
}
const machine = { cores: cpus().length, model: cpus()[0]?.model ?? 'unknown', node: process.version };
const text = await writeReport(values.out, { machine, seconds, connections, workers: Number(values.workers), results });
process.stdout.write(text);
