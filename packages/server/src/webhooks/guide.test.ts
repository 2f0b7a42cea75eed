import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startWebServer } from '../jobs/handlers/testing/web-server.js';
import { freePort } from '../kernel/free-port.js';
import { createWebhookFixture, type WebhookFixture } from './testing/webhook-fixture.js';

// docs/guide/webhooks.md: what it prints works.

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const guide = readFileSync(join(root, 'docs/guide/webhooks.md'), 'utf8');
const codeOf = (language: string, containing: string): string => {
  const blocks = [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, code = '']) => code,
  );
  const found = blocks.find((code) => code.includes(containing));
  if (found === undefined) throw new Error(`the guide has no ${language} with ${containing}`);
  return found;
};

let fixture: WebhookFixture;
beforeAll(async () => {
  fixture = await createWebhookFixture();
});
afterAll(() => fixture.drop());

const create = async (url: string) => {
  const { id, secret } = await fixture.webhooks.createEventSubscription(fixture.caller('OWNER'), {
    subProjectId: fixture.subProjectId,
    url,
  });
  return { target: { subProjectId: fixture.subProjectId, subscriptionId: id }, secret: secret ?? '' };
};

/** The receiver of the guide, in a process of its own. */
async function startReceiver(secret: string, port: number): Promise<void> {
  const code = codeOf('js', 'createServer');
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: root, env, stdio: 'ignore' });
  onTestFinished(() => void child.kill());
  for (let turn = 0; turn < 200; turn += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' }).catch(() => undefined);
    if (answer !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the receiver did not start');
}

test('the receiver accepts what is sent, also during a rotation, and nothing else', async () => {
  const port = await freePort('127.0.0.1');
  const { target, secret } = await create(`http://127.0.0.1:${port}/hook`);
  const caller = fixture.caller('OWNER');
  await startReceiver(secret, port);
  const statuses = [(await fixture.webhooks.testEventSubscription(caller, target)).status];
  await fixture.webhooks.rotateSubscriptionSecret(caller, { ...target, overlapSeconds: 60 });
  statuses.push((await fixture.webhooks.testEventSubscription(caller, target)).status);
  await fixture.webhooks.rotateSubscriptionSecret(caller, { ...target, overlapSeconds: 0 });
  statuses.push((await fixture.webhooks.testEventSubscription(caller, target)).status);
  expect(statuses).toEqual([204, 204, 401]);
});

test('the line with openssl prints the same signature', async () => {
  const server = await startWebServer((_request, response) => response.writeHead(204).end());
  const { target, secret } = await create(server.origin);
  await fixture.webhooks.testEventSubscription(fixture.caller('OWNER'), target);
  const [request] = server.received;
  const headers = request?.headers ?? {};
  const body = request?.body ?? '';
  const directory = mkdtempSync(join(tmpdir(), 'millrace-webhook-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, 'body.json'), body);
  const env = {
    PATH: process.env.PATH ?? '',
    ID: String(headers['webhook-id']),
    TIMESTAMP: String(headers['webhook-timestamp']),
    SECRET: secret,
  };
  const printed = execFileSync('sh', ['-c', codeOf('bash', 'openssl')], { cwd: directory, env, encoding: 'utf8' });
  expect(`v1,${printed.trim()}`).toBe(headers['webhook-signature']);
});
