import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** A request as the server got it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  json(): Record<string, unknown>;
}

export interface Loopback {
  readonly url: string;
  /** What arrived, sign-ins left out. */
  readonly requests: readonly Seen[];
  readonly signIns: readonly Seen[];
}

export type Answer = (seen: Seen, response: ServerResponse) => void | Promise<void>;

/** A server on 127.0.0.1 for one test. Sign-ins get the tokens `token-1`, `token-2`, … unless `signIn` answers them. */
export async function loopback(answer: Answer, signIn: Answer = grantTokens()): Promise<Loopback> {
  const requests: Seen[] = [];
  const signIns: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return; // The client went away in the middle of its request.
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://loopback');
    const body = Buffer.concat(chunks);
    const seen: Seen = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body,
      json: () => JSON.parse(body.toString()) as Record<string, unknown>,
    };
    const isSignIn = pathname === '/v1/users/userLogin';
    (isSignIn ? signIns : requests).push(seen);
    await (isSignIn ? signIn : answer)(seen, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return { url: `http://127.0.0.1:${address.port}`, requests, signIns };
}

function grantTokens(): Answer {
  let count = 0;
  return (_, response) => {
    count += 1;
    answerJson(response, { access_token: `token-${count}`, token_type: 'Bearer', expires_in: 3600, scope: '' });
  };
}

export function answerJson(response: ServerResponse, value: object, status = 200, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

/** Answers with a problem as the service renders it (D7). */
export function answerProblem(
  response: ServerResponse,
  status: number,
  id: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  const problem = { type: `/docs#error-${id}`, title: code, status, detail: `about ${id}`, instance: '/', code, id };
  answerJson(response, { ...problem, traceId: 'trace-of-the-service' }, status, headers);
}

/** Gives the answers in turn, the last one for ever. */
export function inTurn(...answers: readonly Answer[]): Answer {
  let turn = 0;
  return (seen, response) => {
    const answer = answers[Math.min(turn, answers.length - 1)];
    turn += 1;
    return answer?.(seen, response);
  };
}
