import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';

// A process of its own: receivers of webhooks that verify each request and tell the bench when it came.

const receivers = [];
const told = [];

process.on('message', async ({ open, secrets }) => {
  if (open !== undefined) {
    for (let index = 0; index < open; index += 1) receivers.push(await listen(index));
    process.send({ ports: receivers.map(({ port }) => port) });
  }
  if (secrets !== undefined) for (const [index, secret] of secrets.entries()) receivers[index].setSecret(secret);
});

setInterval(() => {
  if (told.length > 0) process.send({ told: told.splice(0) });
}, 50);
process.on('disconnect', () => process.exit());

async function listen(index) {
  let key;
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const at = performance.timeOrigin + performance.now();
      const body = Buffer.concat(parts);
      const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request.headers;
      const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
      response.writeHead(signature === expected ? 204 : 401).end();
      if (signature !== expected) return;
      const { data } = JSON.parse(body.toString());
      told.push([index, data.traceId, data.processId, Number(data.sequence), at]);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    setSecret(secret) {
      key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    },
  };
}
