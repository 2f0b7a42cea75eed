import { HttpConnection } from './http-connection.mjs';
import { withClient } from './load.mjs';
import { captureOperations, workflowsOf } from './operations.mjs';
import { checkList, listPath, listScenarios } from './scenarios.mjs';
import { startServer } from './server.mjs';

/**
 * A filled database made ready to be measured: the answers it must give, the statements behind each kind of request, a
 * server of its own and connections to it.
 */
export async function openBed({ url, built, size, serverDirectory, workers, connections, say }) {
  say(`${size} processes: asking PostgreSQL for the right answers, and the server for its statements`);
  const options = { databaseUrl: url, dataDirectory: serverDirectory };
  // Of a run of the benchmark that was cut off.
  await withClient(url, (client) => client.query(`delete from jobs where open and type in ('bench', 'http')`));
  const operations = await captureOperations(options, () => withClient(url, listScenarios));
  const server = await startServer({ ...options, workers });
  const http = Array.from({ length: connections }, () => new HttpConnection(server.url));
  const expected = new Map();
  for (const scenario of operations.lists) {
    const answer = await server.get(listPath(scenario));
    checkList(scenario, answer);
    expected.set(scenario.name, JSON.stringify(answer));
  }
  return {
    url,
    built,
    size,
    server,
    http,
    operations,
    expected,
    workflows: await workflowsOf(server),
    async close() {
      for (const connection of http) connection.close();
      await server.stop();
    },
  };
}

/** One request on a connection, which must succeed. */
export async function send(bed, loop, path, body) {
  const method = body === undefined ? 'GET' : 'POST';
  const request = { method, path, headers: bed.server.headers };
  const answer = await bed.http[loop].send(body === undefined ? request : { ...request, body: JSON.stringify(body) });
  if (answer.status !== 200) {
    throw new Error(`${path} was answered ${answer.status}: ${answer.body.slice(0, 300)}`);
  }
  return answer.body;
}
