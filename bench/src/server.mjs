import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { call } from './http-connection.mjs';

const program = fileURLToPath(new URL('../../packages/cli/bin/millrace.js', import.meta.url));
const credentials = { client_id: 'bench', client_secret: 'bench-secret-bench-secret-bench-secret' };

/**
 * The server as a process of its own, on a database.
 *
 * @param {{ databaseUrl: string, dataDirectory: string, nodeOptions?: string[], workers?: number, role?: string,
 *   environment?: Record<string, string> }} options
 */
export async function startServer(options) {
  const { databaseUrl, dataDirectory, nodeOptions = [], workers = 1, role = 'all', environment = {} } = options;
  const child = spawn(
    process.execPath,
    [...nodeOptions, program, 'start', '--role', role, ...(workers > 1 ? ['--workers', String(workers)] : [])],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        ...environment,
        DATABASE_URL: databaseUrl,
        MILLRACE_DATA_DIR: dataDirectory,
        HOST: '127.0.0.1',
        PORT: '0',
        MILLRACE_ADMIN_CLIENT_ID: credentials.client_id,
        MILLRACE_ADMIN_CLIENT_SECRET: credentials.client_secret,
      },
    },
  );
  const url = await readyUrl(child);
  const headers = role === 'worker' ? {} : await signIn(url);
  return {
    url,
    headers,
    post: (path, body) => call(url, { method: 'POST', path, headers, body: JSON.stringify(body) }),
    get: (path) => call(url, { method: 'GET', path, headers }),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGTERM');
      }),
  };
}

async function signIn(url) {
  const { access_token: token } = await call(url, {
    method: 'POST',
    path: '/v1/users/userLogin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}

function readyUrl(child) {
  return new Promise((resolve, reject) => {
    let told = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      told += text;
      const [, url] = /ready at (\S+)/.exec(told) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${told}`)));
  });
}

/** Waits until the fields that ask for it are indexed and counted, which takes a while on millions of processes. */
export async function fieldsReady(server, subProjectId) {
  const path = `/v1/process/projects/getSubProjectConfiguration?subProjectId=${subProjectId}`;
  for (let waited = 0; waited < 7200; waited += 1) {
    const { indexes } = await server.get(path);
    if (indexes.every(({ state }) => state === 'ready')) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the fields were not ready within an hour');
}
