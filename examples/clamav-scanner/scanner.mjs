// Lets ClamAV scan the files of Millrace: takes the request of storage.scan, streams the file to clamd (INSTREAM) and answers
// with the verdict. CLAMD_SOCKET: socket of clamd. PORT: where this program listens, on the loopback address.
import { createServer } from 'node:http';
import { createConnection } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

const { CLAMD_SOCKET = '/var/run/clamav/clamd.ctl', PORT = '8090' } = process.env;

/** Each chunk with its length before it; a length of 0 ends the stream. */
async function* instream(chunks) {
  yield 'zINSTREAM\0';
  for await (const chunk of chunks) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    yield length;
    yield chunk;
  }
  yield Buffer.alloc(4);
}

async function scan({ url }) {
  const file = await fetch(url);
  if (!file.ok) throw new Error(`the store answered ${file.status}`);
  const clamd = createConnection(CLAMD_SOCKET);
  const [answer] = await Promise.all([text(clamd), pipeline(instream(file.body), clamd, { end: false })]);
  const [, found] = /^stream: (.*) FOUND/.exec(answer) ?? [];
  if (found !== undefined) return { verdict: 'infected', reason: found };
  if (answer.startsWith('stream: OK')) return { verdict: 'clean' };
  throw new Error(`clamd answered ${answer}`);
}

const server = createServer(async (request, response) => {
  try {
    response.end(JSON.stringify(await scan(await json(request))));
  } catch (error) {
    process.stderr.write(`${error}\n`);
    response.writeHead(500).end();
  }
});
server.listen(Number(PORT), '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`));
