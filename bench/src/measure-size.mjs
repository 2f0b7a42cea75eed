import { measure } from './figures.mjs';
import { subProjectId } from './generate.mjs';
import { HttpConnection } from './http-connection.mjs';
import { openRawDriver } from './raw-driver.mjs';
import { listPath, listScenarios, newProcessId, someProcess, someUpdate, totalPath } from './scenarios.mjs';

const mostWrites = 50_000;

/** Every scenario on one database: over HTTP, and by the driver alone. */
export async function measureSize({ url, server, size, seconds, connections, only, say }) {
  const totals = new Map();
  const totalOf = (filters) => totals.get(JSON.stringify(filters)) ?? 0;
  for (const { filters } of listScenarios(totalOf)) {
    const { meta } = await server.get(totalPath(filters));
    totals.set(JSON.stringify(filters), Number(meta.totalCount));
  }
  const raw = await openRawDriver(url);
  const http = Array.from({ length: connections }, () => new HttpConnection(server.url));
  const figures = [];
  const note = async (name, viaHttp, viaDriver) => {
    if (only !== undefined && !name.includes(only)) return;
    const writes = viaHttp.most === undefined ? {} : { most: viaHttp.most };
    const overHttp = await measure(viaHttp.once, { concurrency: connections, seconds, ...writes });
    const alone = await measure(viaDriver, { concurrency: raw.connections, seconds, ...writes });
    say(`  ${name}: ${Math.round(overHttp.perSecond)}/s, driver ${Math.round(alone.perSecond)}/s`);
    figures.push({ name, http: overHttp, driver: alone });
  };
  try {
    const [first] = listScenarios(totalOf);
    const warming = { method: 'GET', path: listPath(first), headers: server.headers };
    // The first seconds of a server process are those of its compiler.
    await measure(async (loop) => succeed(await http[loop].send(warming)), { concurrency: connections, seconds: 4 });
    for (const scenario of listScenarios(totalOf)) {
      const request = { method: 'GET', path: listPath(scenario), headers: server.headers };
      await note(
        scenario.name,
        { once: async (loop) => succeed(await http[loop].send(request)) },
        raw.list(scenario.name, scenario),
      );
    }
    const post = (path, body) => ({ method: 'POST', path, headers: server.headers, body: JSON.stringify(body) });
    await note(
      'update',
      {
        most: mostWrites,
        once: async (loop) => {
          const body = { subProjectId, ...someUpdate(size) };
          succeed(await http[loop].send(post('/v1/process/updateProcessField', body)));
        },
      },
      (loop) => {
        const { processId, updates } = someUpdate(size);
        return raw.update(loop, processId, updates);
      },
    );
    await note(
      'create',
      {
        most: mostWrites,
        once: async (loop) => {
          const body = { subProjectId, fields: someProcess() };
          succeed(await http[loop].send(post('/v1/process/createProcess', body)));
        },
      },
      (loop) => raw.create(loop, newProcessId(), someProcess()),
    );
  } finally {
    for (const connection of http) connection.close();
    await raw.close();
  }
  return figures;
}

function succeed({ status, body }) {
  if (status !== 200) throw new Error(`a request of the benchmark was answered ${status}: ${body.slice(0, 300)}`);
}
