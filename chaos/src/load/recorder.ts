import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { isRecord, type Json } from '../support/json.js';
import type { Random } from '../support/random.js';

/** One request of an http job. */
export interface HttpCall {
  readonly mark: string;
  readonly idempotencyKey: string;
}

/** What a worker reports that it did. A killed worker reports nothing more. */
export interface WorkerNote {
  readonly event: string;
  readonly key: string;
  readonly token: string;
  readonly idempotencyKey: string;
  readonly mark: string;
}

/** The target of http jobs and notes of workers: it is never killed, answers some requests with 503, and records every request. */
export interface Recorder {
  readonly url: string;
  readonly calls: readonly HttpCall[];
  readonly notes: readonly WorkerNote[];
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1; `/work` is for http jobs, `/note` for workers. */
export async function startRecorder(random: Random): Promise<Recorder> {
  const calls: HttpCall[] = [];
  const notes: WorkerNote[] = [];
  const server = createServer(async (request, response) => {
    const body = await read(request);
    if (request.url === '/note') {
      const { event, key, token, idempotencyKey, mark } = body;
      notes.push({
        event: String(event),
        key: String(key),
        token: String(token),
        idempotencyKey: String(idempotencyKey),
        mark: String(mark),
      });
    } else calls.push({ mark: String(body.mark), idempotencyKey: String(request.headers['idempotency-key']) });
    // The request is recorded but answered as failed, so the attempt is repeated, as after a crash.
    const fails = request.url === '/work' && random.chance(0.1);
    response.writeHead(fails ? 503 : 200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    notes,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function read(request: IncomingMessage): Promise<Json> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const body: unknown = text === '' ? {} : JSON.parse(text);
  return isRecord(body) ? body : {};
}
