import { afterEach, expect, test } from 'vitest';
import { createHome, type Home, type ServerProcess, startServerProcess } from './support/server-process.js';

let home: Home;
let server: ServerProcess;
afterEach(async () => {
  await server?.stop();
  await home?.remove();
});

async function start(environment: Readonly<Record<string, string>>): Promise<void> {
  home = await createHome({ MILLRACE_LOG_LEVEL: 'warn', MILLRACE_SIGN_IN_ATTEMPTS: '3', ...environment });
  server = await startServerProcess(home, ['start']);
}

let attempts = 0;

/** Each with a client id of its own, so that only the address is counted. */
async function failFrom(address: string): Promise<number> {
  attempts += 1;
  const response = await fetch(`${server.url}/v1/users/userLogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ client_id: `stranger-${attempts}`, client_secret: 'guess' }),
  });
  return ((await response.json()) as { id: number }).id;
}

const failures = async (addresses: readonly string[]): Promise<readonly number[]> => {
  const ids: number[] = [];
  for (const address of addresses) ids.push(await failFrom(address));
  return ids;
};

test('[D11] [D52] nobody is believed by default: a forged X-Forwarded-For escapes no limit', async () => {
  await start({});
  const forged = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5'];
  expect(await failures(forged)).toEqual([1002, 1002, 1002, 1003, 1003]);
  expect(server.output()).toContain('"address":"127.0.0.1"');
  expect(server.output()).not.toContain('192.0.2');
});

test('[D11] [D52] behind a trusted proxy each client has a limit of its own, whatever it wrote itself', async () => {
  await start({ MILLRACE_TRUST_PROXY: 'loopback' });
  const one = ['192.0.2.1', '6.6.6.6, 192.0.2.1', '7.7.7.7, 192.0.2.1', '8.8.8.8, 192.0.2.1'];
  expect(await failures(one)).toEqual([1002, 1002, 1002, 1003]);
  expect(await failures(['192.0.2.2'])).toEqual([1002]);
  expect(server.output()).toContain('"address":"192.0.2.1"');
  expect(server.output()).not.toMatch(/6\.6\.6\.6|127\.0\.0\.1"/);
});
