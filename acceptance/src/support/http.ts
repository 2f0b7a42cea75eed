import { expect } from 'vitest';
import { answerProblems, problemProblems } from './answer-schemas.js';
import { statusesOf } from './error-status.js';
import { codeNames, operationOf } from './open-api.js';
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
    const response = await fetch(`${url}${path}${options.rawQuery ?? ''}`, {
      method,
      redirect: 'manual',
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...options.headers },
      ...(options.rawBody === undefined ? {} : { body: options.rawBody }),
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, text, json: parse(text) };
    checkAnswer(answer, new URL(response.url).pathname, options.headers?.['x-service-traceid']);
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

function checkAnswer(answer: Answer, path: string, sentTraceId: string | undefined): void {
  const traceId = answer.headers.get('x-service-traceid');
  expect(traceId, `[D6] every answer carries x-service-traceid: ${path}`).toMatch(/^[\x21-\x7e]{1,128}$/);
  if (sentTraceId !== undefined && /^[\x21-\x7e]{1,128}$/.test(sentTraceId)) expect(traceId).toBe(sentTraceId);
  if (answer.status < 400 || path.startsWith('/readyz')) return;
  expect(answer.headers.get('content-type'), `${path}: ${answer.text}`).toMatch(/^application\/problem\+json\b/);
  expect(problemProblems(answer.json), `[D7] ${path}: ${answer.text}`).toBe('');
  const problem = problemOf(answer);
  expect(problem.status).toBe(answer.status);
  expect(problem.traceId).toBe(traceId);
  expect(problem.instance).toBe(path);
  expect(problem.type.length * problem.title.length * problem.detail.length).toBeGreaterThan(0);
  expect(statusesOf(problem.id), `[D8] status ${problem.status} of ${problem.id}`).toContain(problem.status);
  if (codeNames.has(problem.id)) expect(problem.code).toBe(codeNames.get(problem.id));
  expect(answer.text, '[D9] no stack, SQL or file path').not.toMatch(
    /node_modules|\bat .*\.[jt]s:\d|select .* from |insert into |syntax error at or near|\/dist\//i,
  );
}

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
