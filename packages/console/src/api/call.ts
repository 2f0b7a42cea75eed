import type { Operations, RequestOf, ResponseOf } from '@millrace/contract';
import { expectedUser } from './expected-user.js';
import { type CalledId, entryOf } from './operations.js';
import { isProblem, NoAnswerError, problemOf } from './problem.js';
import { askForStepUp } from './step-up.js';

export type RequestTo<Id extends CalledId> = RequestOf<Operations[Id]>;
export type AnswerOf<Id extends CalledId> = ResponseOf<Operations[Id]>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds after which the request is given up without an answer; absent: half a minute. */
  readonly timeout?: number;
  /** A change that is sent again with the same key is carried out once. */
  readonly idempotencyKey?: string;
  /** Sent although the page is being closed. */
  readonly keepalive?: boolean;
  /** Version that the change is based on: the server refuses it when there is a newer one. */
  readonly ifMatch?: string;
  /** Id of the person whose change it is, where that may be another than the one of the page. */
  readonly asUser?: string;
}

/** Milliseconds after which a request without an answer is given up. */
const TIMEOUT = 30_000;

/**
 * Calls an operation with the session of the browser. Throws a ProblemError, or a NoAnswerError when none came. Where the
 * server asks for a fresh sign-in, the person proves who they are, and the request is sent again.
 */
export async function call<Id extends CalledId>(
  id: Id,
  request: RequestTo<Id>,
  options: CallOptions = {},
): Promise<AnswerOf<Id>> {
  try {
    return await callOnce(id, request, options);
  } catch (error) {
    if (!isProblem(error, 'ERROR_STEP_UP_REQUIRED') || !(await askForStepUp())) throw error;
    return callOnce(id, request, options);
  }
}

async function callOnce<Id extends CalledId>(
  id: Id,
  request: RequestTo<Id>,
  options: CallOptions,
): Promise<AnswerOf<Id>> {
  const entry = entryOf(id);
  const isRead = typeof entry === 'string';
  const folder = isRead ? entry : entry.folder;
  const path = folder.startsWith('/') ? folder : `/${folder}/${id}`.replace('//', '/');
  const address = new URL(`v1${path}`, document.baseURI);
  if (isRead) for (const [name, value] of pairsOf(request ?? {})) address.searchParams.append(name, value);
  const timeout = AbortSignal.timeout(options.timeout ?? TIMEOUT);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  const answer = await send(address, {
    method: isRead ? 'GET' : 'POST',
    headers: headersOf(isRead, options),
    ...(isRead ? {} : { body: JSON.stringify(request ?? {}) }),
    credentials: 'same-origin',
    keepalive: options.keepalive ?? false,
    signal,
  });
  if (!answer.ok) throw await problemOf(answer);
  return (await answer.json()) as AnswerOf<Id>;
}

async function send(address: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NoAnswerError('The server did not answer.', { cause: error });
  }
}

function headersOf(
  isRead: boolean,
  { idempotencyKey, ifMatch, asUser = expectedUser() }: CallOptions,
): Record<string, string> {
  return {
    accept: 'application/json',
    ...(isRead ? {} : { 'content-type': 'application/json', 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
    ...(isRead || asUser === undefined ? {} : { 'x-expected-user': asUser }),
    ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
  };
}

/** Members of a request as query parameters: a list is sent as several of the same name, what is undefined is not sent. */
function pairsOf(request: object): [string, string][] {
  return Object.entries(request).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined || value === null) return [];
    return (Array.isArray(value) ? value : [value]).map((item): [string, string] => [
      name,
      typeof item === 'object' ? JSON.stringify(item) : String(item),
    ]);
  });
}
