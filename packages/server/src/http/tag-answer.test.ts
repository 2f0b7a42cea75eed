import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { tagAnswer } from './tag-answer.js';

const app = Fastify();
let answer = { version: '1' };
app.get('/', { onSend: tagAnswer }, async () => answer);
app.get('/refused', { onSend: tagAnswer }, async (_request, reply) => reply.code(409).send({ id: 1 }));
const get = (ifNoneMatch?: string) =>
  app.inject({ url: '/', headers: ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch } });

test('an answer has an ETag; the same answer again is 304 without a body', async () => {
  const first = await get();
  const tag = String(first.headers.etag);
  expect([first.statusCode, first.json()]).toEqual([200, { version: '1' }]);
  expect(tag).toMatch(/^"[\w-]{22}"$/);
  for (const header of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
    const again = await get(header);
    expect([header, again.statusCode, again.body, again.headers.etag]).toEqual([header, 304, '', tag]);
  }
  answer = { version: '2' };
  const changed = await get(tag);
  expect([changed.statusCode, changed.json()]).toEqual([200, { version: '2' }]);
  expect(changed.headers.etag).not.toBe(tag);
});

test('an error has none', async () => {
  const refused = await app.inject({ url: '/refused' });
  expect([refused.statusCode, refused.headers.etag]).toEqual([409, undefined]);
});
