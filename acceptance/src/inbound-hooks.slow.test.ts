import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declaredHook, deliver, type TestHook } from './support/deliveries.js';
import { eventually } from './support/eventually.js';
import { type Client, signInAdmin } from './support/http.js';
import { createHome, type Home, type ServerProcess, startServerProcess } from './support/server-process.js';
import { configuration, deploy } from './support/sub-project.js';

let home: Home;
let server: ServerProcess;
let admin: Client;
async function begin(): Promise<void> {
  server = await startServerProcess(home, ['start']);
  admin = await signInAdmin(server.url);
}
beforeAll(async () => {
  home = await createHome({ MILLRACE_LOG_LEVEL: 'warn' });
  await begin();
});
afterAll(async () => {
  await server?.stop();
  await home.remove();
});

const ROUNDS = 4;
const SENDERS = 6;

test('each delivery acts once, while the server is killed and senders repeat what was not answered', {
  timeout: 300_000,
}, async () => {
  const { user } = await admin.ok('createUser', { name: 'GitHub', email: 'github@example.com', kind: 'service' });
  const document = configuration({
    members: [{ user: user.id, roles: ['OWNER'] }],
    hooks: [{ key: 'issues', scheme: 'github', actAs: user.id, createProcess: { fields: '={supplier: deliveryId}' } }],
  });
  const { id: subProjectId } = await deploy(admin, document);
  const hook = await declaredHook(admin, subProjectId, 'issues');
  const answered = new Map<string, string>();
  const going = { on: true };
  const senders = Array.from({ length: SENDERS }, (_, sender) => sendUntilAnswered(hook, sender, answered, going));
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = answered.size;
    await eventually(
      async () => answered.size,
      (size) => size >= before + 20,
      60_000,
    );
    await sleep(Math.random() * 50);
    await server.stop('SIGKILL');
    await begin();
  }
  going.on = false;
  await Promise.all(senders);
  expect(answered.size).toBeGreaterThan(ROUNDS * 20);
  expect(await suppliers(subProjectId)).toEqual([...answered.keys()].toSorted());
});

/** One sender: each delivery is repeated until it is answered with 200. */
async function sendUntilAnswered(
  hook: TestHook,
  sender: number,
  answered: Map<string, string>,
  going: { readonly on: boolean },
): Promise<void> {
  for (let count = 0; going.on; count += 1) {
    const id = `delivery-${sender}-${String(count).padStart(6, '0')}`;
    const end = Date.now() + 120_000;
    for (;;) {
      const { status, text } = await deliver(server.url, hook, { id, body: {} }).catch((error: Error) => ({
        status: 0,
        text: error.message,
      }));
      if (status === 200) {
        answered.set(id, text);
        break;
      }
      if (Date.now() > end) throw new Error(`${id} was not answered with 200, at last with ${status}: ${text}`);
      await sleep(status === 0 ? 100 : 200);
    }
  }
}

async function suppliers(subProjectId: string): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const filters = { subProjectId_id: subProjectId };
    const { processes } = await admin.ok('getProcess', { page: String(page), perPageCount: '1000', filters });
    found.push(...processes.map(({ fields }) => fields.supplier));
    if (processes.length < 1000) return found.toSorted();
  }
}
