import { expect } from 'vitest';
import { answerProblems, problemProblems } from './answer-schemas.js';
import { statusesOf } from './error-status.js';
import { codeNames, operationOf } from './open-api.js';
import { send } from './send.js';
import type { Answers, OperationName, Problem } from './wire.js';

/** One HTTP answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body of a JSON answer. */
  readonly json: unknown;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, in place of the JSON of the members. */
  readonly rawBody?: string;
  /** Appended to the path as it is, in place of the query of the members. */
  readonly rawQuery?: string;
}

type Members = Readonly<Record<string, unknown>>;

/** A caller of the service: an address and, once signed in, a token. */
export interface Client {
  readonly url: string;
  readonly token: string | undefined;
  /** Sends any request; checks what every answer must have (D6, D7). */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Calls an operation of the contract; an error it does not list fails the test. */
  call(operation: string, members: Members, options?: RequestOptions): Promise<Answer>;
  /** Calls an operation that must succeed with an answer as the contract describes it. */
  ok<Name extends OperationName>(operation: Name, members: Members, options?: RequestOptions): Promise<Answers[Name]>;
  /** Calls an operation that must fail with the given error id, and with the given status where D8 leaves a choice. */
  refused(operation: OperationName, members: Members, id: number, options?: RefusedOptions): Promise<Problem>;
}

export interface RefusedOptions extends RequestOptions {
  readonly status?: number;
}

/** A client of the server at `url`; without a token it calls as nobody. */
export function createClient(url: string, token?: string): Client {
  const request = async (method: string, path: string, options: RequestOptions = {}): Promise<Answer> => {
    const address = new URL(`${url}${path}${options.rawQuery ?? ''}`);
    const received = await send(address, {
      method,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...options.headers },
      body: options.rawBody,
    });
    const answer = { ...received, json: parse(received.text) };
    checkAnswer(answer, address.pathname, options.headers?.['x-service-traceid']);
    return answer;
  };

  const call = async (id: string, members: Members, options: RequestOptions = {}): Promise<Answer> => {
    const operation = operationOf(id);
    const answer =
      operation.method === 'GET'
        ? await request('GET', operation.path, { rawQuery: queryOf(members), ...options })
        : await request('POST', operation.path, {
            rawBody: JSON.stringify(members),
            ...options,
            headers: { 'content-type': 'application/json', ...options.headers },
          });
    if (answer.status >= 400) {
      const problem = problemOf(answer);
      expect(
        operation.answers,
        `${id} answered ${problem.id} with ${answer.status}, which it does not list: ${problem.detail}`,
      ).toContainEqual({ id: problem.id, status: answer.status });
    }
    return answer;
  };

  return {
    url,
    token,
    request,
    call,
    async ok<Name extends OperationName>(operation: Name, members: Members, options?: RequestOptions) {
      const answer = await call(operation, members, options);
      expect(answer.status, `${operation} ${JSON.stringify(members).slice(0, 500)}\n${answer.text}`).toBe(200);
      const body = operationOf(operation).streamed ? answer.text : answer.json;
      expect(answerProblems(operation, body), `the answer of ${operation}: ${answer.text}`).toBe('');
      return body as Answers[Name];
    },
    async refused(operation, members, id, options = {}) {
      const answer = await call(operation, members, options);
      expect(answer.status, `${operation} was expected to be refused with ${id}\n${answer.text}`).toBeGreaterThan(399);
      const problem = problemOf(answer);
      expect(problem.id, `${operation}: ${answer.text}`).toBe(id);
      expect(problem.status, answer.text).toBe(options.status ?? statusesOf(id)[0]);
      return problem;
    },
  };
}

/** Signs in with JSON as the interface says, and gives a client that calls with the token. */
export async function signIn(url: string, clientId: string, clientSecret: string): Promise<Client> {
  const { access_token } = await createClient(url).ok('userLogin', {
    client_id: clientId,
    client_secret: clientSecret,
  });
  return createClient(url, access_token);
}

/** The administrator of the servers this suite starts. */
export const signInAdmin = (url: string): Promise<Client> => signIn(url, 'acceptance-admin', 'acceptance-admin-secret');

/** One of the clients of the demo (D35). */
export const signInDemo = (url: string, who: 'owner' | 'manager' | 'assignee'): Promise<Client> =>
  signIn(url, `demo-${who}`, `demo-${who}-secret`);

/** The error body of an answer, checked by `request` already. */
export const problemOf = (answer: Answer): Problem => answer.json as Problem;

/** Fails with what is wrong; a check that holds costs next to nothing, since there are tens of thousands of answers. */
function checkAnswer(answer: Answer, path: string, sentTraceId: string | undefined): void {
  const must = (holds: boolean, what: string): void => {
    if (!holds) expect.fail(`${what}: ${path} answered ${answer.status} ${answer.text}`);
  };
  const traceId = answer.headers.get('x-service-traceid');
  must(traceId !== null && TRACE_ID.test(traceId), '[D6] every answer carries x-service-traceid');
  must(
    sentTraceId === undefined || !TRACE_ID.test(sentTraceId) || traceId === sentTraceId,
    '[D6] the trace id is kept',
  );
  if (answer.status < 400 || path.startsWith('/readyz')) return;
  must(/^application\/problem\+json\b/.test(answer.headers.get('content-type') ?? ''), '[D7] the content type');
  const problems = problemProblems(answer.json);
  must(problems === '', `[D7] ${problems}`);
  const { id, code, status, instance, type, title, detail, ...problem } = problemOf(answer);
  must(status === answer.status, '[D7] status');
  must(problem.traceId === traceId, '[D7] trace id');
  must(instance === path, '[D7] instance');
  must(type.length * title.length * detail.length > 0, '[D7] type, title and detail are not empty');
  must(statusesOf(id).includes(status), `[D8] status of ${id}`);
  must(!codeNames.has(id) || code === codeNames.get(id), '[D7] code');
  must(!INSIDES.test(answer.text), '[D9] no stack, SQL or file path');
}

const TRACE_ID = /^[\x21-\x7e]{1,128}$/;
const INSIDES = /node_modules|\bat .*\.[jt]s:\d|select .* from |insert into |syntax error at or near|\/dist\//i;

function queryOf(members: Members): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined) continue;
      query.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
    }
  }
  return query.size === 0 ? '' : `?${query}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
