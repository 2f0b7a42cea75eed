import pg from 'pg';

/** As many as a server process has. */
export const driverConnections = 10;

/**
 * Work for the driver alone, on connections with the settings of the server's, which are closed afterwards: PostgreSQL has
 * a hundred for all databases together.
 *
 * @param {(clients: pg.Client[]) => Promise<T>} work
 * @template T
 */
export async function withDriver(url, work, connections = driverConnections) {
  const clients = await Promise.all(Array.from({ length: connections }, () => open(url)));
  try {
    return await work(clients);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function open(url) {
  const client = new pg.Client({ connectionString: url, application_name: 'bench driver', pipeline: true });
  await client.connect();
  await client.query(`set search_path = millrace; set jit = off; set timezone = 'UTC'`);
  return client;
}
