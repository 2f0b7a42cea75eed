import { countAnew, migrateDatabase, sizesOf } from './database.mjs';
import { configuration, subProjectId } from './generate.mjs';
import { load, stateOfLoad, withClient } from './load.mjs';
import { whileTelling } from './progress.mjs';
import { fieldsReady, startServer } from './server.mjs';
import { workflowFiles } from './workflows.mjs';

const deployPath = '/v1/process/projects/deploySubProject';

/**
 * The database of this size, filled, counted, and with its fields indexed: what an earlier run has done is not done again,
 * and a run that was cut off goes on where it stopped.
 *
 * @returns its address, and what building it took whenever that was
 */
export async function prepare({ database, serverDirectory, size, say }) {
  const url = await database.database(`bench_${size}`);
  await migrateDatabase(url);
  const known = await builtOf(url);
  if (known !== undefined) return { url, built: { ...known, bytes: await sizesOf(url) } };
  const server = () => startServer({ databaseUrl: url, dataDirectory: serverDirectory });
  const { begun } = await stateOfLoad(url, size);
  if (!begun) await withServer(server, (one) => deploy(one, { indexed: false }));
  const { rowSeconds, indexSeconds } = await load(url, size, say);
  say(`  rows took ${rowSeconds.toFixed(1)} s, the indexes of lists ${indexSeconds.toFixed(1)} s; being counted`);
  const counting = performance.now();
  await whileTelling(say, url, () => countAnew(url, subProjectId));
  const countSeconds = (performance.now() - counting) / 1000;
  say(`  counted in ${countSeconds.toFixed(1)} s; fields are being indexed and counted by the server`);
  // As an operator would before indexing millions of rows; the server itself asks for no more than PostgreSQL's settings.
  await withClient(url, (client) => client.query(`alter database bench_${size} set maintenance_work_mem = '512MB'`));
  const indexing = performance.now();
  await whileTelling(say, url, () =>
    withServer(server, async (one) => {
      await deploy(one, { indexed: true });
      await fieldsReady(one, subProjectId);
    }),
  );
  const fieldSeconds = (performance.now() - indexing) / 1000;
  say(`  fields indexed and counted in ${fieldSeconds.toFixed(1)} s`);
  const built = { rowSeconds, indexSeconds, countSeconds, fieldSeconds };
  await noteBuilt(url, built);
  return { url, built: { ...built, bytes: await sizesOf(url) } };
}

/** Deploys the configuration that is measured; what is deployed already stays. */
export const deploy = async (server, { indexed }) =>
  server.post(deployPath, { subProjectId, document: configuration({ indexed }), files: await workflowFiles() });

async function withServer(start, work) {
  const server = await start();
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

const builtOf = (url) =>
  withClient(url, async (client) => {
    await client.query('create table if not exists bench_built (seconds jsonb not null)');
    const { rows } = await client.query('select seconds from bench_built');
    return rows[0]?.seconds;
  });

const noteBuilt = (url, built) =>
  withClient(url, (client) => client.query('insert into bench_built (seconds) values ($1)', [JSON.stringify(built)]));
