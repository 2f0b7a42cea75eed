import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { eventJob } from './event-job.js';
import { testContext, testJob } from './testing/job.js';
import { startWebServer } from './testing/web-server.js';

const guide = await readFile(new URL('../../../../../docs/guide/job-types.md', import.meta.url), 'utf8');
const [, source = ''] = /^```js\n(.*?)^```$/ms.exec(guide) ?? [];

type IsGenuine = (header: string, body: string, secret: string) => boolean;

it('[event job] docs/guide/job-types.md: its check takes what the server signs, and nothing else', async () => {
  const module = `data:text/javascript,${encodeURIComponent(`${source}\nexport { isGenuine };`)}`;
  const { isGenuine }: { isGenuine: IsGenuine } = await import(module);
  const server = await startWebServer((_, response) => response.writeHead(204).end());
  const handler = eventJob({ url: server.origin, secret: 'k3y' });
  await handler.run(testJob('event', { name: 'invoice.approved', data: { supplier: 'Müller' } }), testContext());
  const [request] = server.received;
  const header = String(request?.headers['x-millrace-signature']);
  const body = request?.body ?? '';

  expect(isGenuine(header, body, 'k3y')).toBe(true);
  expect(isGenuine(header, `${body} `, 'k3y')).toBe(false);
  expect(isGenuine(header, body, 'other')).toBe(false);
  expect(isGenuine(header.replace(/t=\d+/, 't=1767225600'), body, 'k3y')).toBe(false);
  expect(isGenuine('t=1767225600', body, 'k3y')).toBe(false);
});
