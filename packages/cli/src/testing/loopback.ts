import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A service on 127.0.0.1 that accepts every sign-in and answers other requests as the test defines. */
export interface Loopback {
  /** What a session connects with. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** @param answer everything but userLogin; `body` is the request's */
export async function startLoopback(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<Loopback> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (!request.url?.startsWith('/v1/users/userLogin')) {
        answer(request, response, Buffer.concat(chunks).toString());
        return;
      }
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ access_token: 'token', token_type: 'Bearer', expires_in: 3600, scope: '' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the test server has no port');
  return {
    env: {
      MILLRACE_URL: `http://127.0.0.1:${address.port}`,
      MILLRACE_CLIENT_ID: 'someone',
      MILLRACE_CLIENT_SECRET: 'secret',
      MILLRACE_SUB_PROJECT: '01900000-0000-7000-8000-000000000001',
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
