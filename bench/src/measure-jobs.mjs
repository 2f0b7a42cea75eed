import { createServer } from 'node:http';
import { send } from './bed.mjs';
import { captureCalls } from './capture-calls.mjs';
import { figuresOf, measure } from './figures.mjs';
import { idOf } from './generate.mjs';
import { HttpConnection } from './http-connection.mjs';
import { withClient } from './load.mjs';
import { lineOf } from './measure-beds.mjs';
import { activation, completion, execution, paths, workflowsOf } from './operations.mjs';
import { driverConnections, withDriver } from './raw-driver.mjs';
import { runIn } from './scenarios-of-bed.mjs';
import { startServer } from './server.mjs';
import { repeat } from './statements.mjs';

/**
 * Jobs completed a second, from a backlog of runs that wait for one each: by the worker of a server, which calls a web
 * service on this machine, and by an external worker that leases ten at a time. Beside them the driver, leasing and
 * completing as many with the same statements; it calls no service.
 *
 * @returns figures as `{ name, http, driver }`; of the server's own worker the moments of its jobs are not known
 */
export async function measureJobs({ url, operations, serverDirectory, connections, jobs, rounds, say }) {
  const options = { databaseUrl: url, dataDirectory: serverDirectory };
  const service = await startService();
  const server = await startServer({ ...options, role: 'api' });
  const http = Array.from({ length: connections }, () => new HttpConnection(server.url));
  const bed = { server, http };
  const workflows = await workflowsOf(server);
  const figures = [];
  const backlog = (key, otherDetails) => {
    let left = jobs;
    return measure(
      async (loop) => {
        if (left-- <= 0) return false;
        const body = execution(idOf(Math.floor(Math.random() * 1000)), workflows[key], otherDetails);
        runIn(await send(bed, loop, paths.execute, body), 'RACING');
      },
      { concurrency: connections, seconds: 600, warmUp: 0 },
    );
  };
  const note = (name, both) => {
    const figure = { name, http: figuresOf(both.http), driver: figuresOf(both.driver) };
    figures.push(figure);
    say(`  ${name}: ${lineOf(figure)}`);
  };
  try {
    const external = { http: [], driver: [] };
    for (let round = 0; round < rounds; round += 1) {
      await backlog('external');
      external.http.push(await drainOverHttp(bed, connections, jobs));
      external.driver.push(await drainByDriver(url, operations.executeExternal, operations, jobs));
    }
    note('jobs leased and completed by an external worker', external);
    const details = { url: service.url };
    const calls = await captureCalls({ options, server, workflows, details });
    const own = { http: [], driver: [] };
    for (let round = 0; round < rounds; round += 1) {
      await backlog('call', details);
      own.http.push(await drainByWorker(url, options, jobs));
      own.driver.push(await drainByDriver(url, calls.execute, calls, jobs));
    }
    note("jobs called and completed by the server's worker", own);
  } finally {
    for (const connection of http) connection.close();
    await server.stop();
    service.close();
  }
  return figures;
}

function startService() {
  const service = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"rating":5}');
  });
  return new Promise((resolve) => {
    service.listen(0, '127.0.0.1', () => {
      resolve({
        url: `http://127.0.0.1:${service.address().port}/`,
        close() {
          service.close();
          service.closeAllConnections();
        },
      });
    });
  });
}

async function drainOverHttp(bed, connections, jobs) {
  const held = Array.from({ length: connections }, () => []);
  let done = 0;
  const drained = await measure(
    async (loop) => {
      const mine = held[loop];
      if (mine.length === 0) mine.push(...JSON.parse(await send(bed, loop, paths.activate, activation())).jobs);
      const job = mine.pop();
      if (job === undefined) return false;
      runIn(await send(bed, loop, paths.complete, completion(job)), 'COMPLETED');
      done += 1;
    },
    { concurrency: connections, seconds: 600, warmUp: 0 },
  );
  if (done !== jobs) throw new Error(`${done} of ${jobs} jobs were completed`);
  return drained;
}

/** Leases and completes what it has executed itself before, so that it knows the identifiers. */
function drainByDriver(url, execute, { lease, complete }, jobs) {
  const leases = lease.findIndex(({ text }) => text.includes('update jobs set leased')) + 1;
  return withDriver(url, async (clients) => {
    const known = new Map();
    let left = jobs;
    const options = { concurrency: driverConnections, seconds: 600, warmUp: 0 };
    await measure(async (loop) => {
      if (left-- <= 0) return false;
      const filled = new Map([['process', idOf(Math.floor(Math.random() * 1000))]]);
      await repeat(clients[loop], execute, filled);
      known.set(filled.get('job'), filled);
    }, options);
    const held = clients.map(() => []);
    let done = 0;
    const drained = await measure(async (loop) => {
      const mine = held[loop];
      if (mine.length === 0) {
        const rows = await repeat(clients[loop], lease.slice(0, leases), new Map(), { anyCount: true });
        mine.push(...rows.map(({ id }) => known.get(id)));
        const runs = `{${mine.map((filled) => filled.get('run')).join()}}`;
        await repeat(clients[loop], lease.slice(leases), new Map([['runs', runs]]), { anyCount: true });
      }
      const filled = mine.pop();
      if (filled === undefined) return false;
      await repeat(clients[loop], complete, filled);
      done += 1;
    }, options);
    if (done !== jobs) throw new Error(`the driver completed ${done} of ${jobs} jobs`);
    return drained;
  });
}

/** From the first job that is complete until none is open; the start of the server is no work. */
async function drainByWorker(url, options, jobs) {
  return withClient(url, async (client) => {
    const open = async () => {
      const { rows } = await client.query(`select count(*)::integer as open from jobs where open and type = 'http'`);
      return rows[0].open;
    };
    const worker = await startServer({ ...options, role: 'worker' });
    try {
      let begun = performance.now();
      let first = jobs;
      for (;;) {
        const left = await open();
        if (left === 0) return { times: new Array(first).fill(0), seconds: (performance.now() - begun) / 1000 };
        if (first === jobs && left < jobs) {
          first = left;
          begun = performance.now();
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    } finally {
      await worker.stop();
    }
  });
}
