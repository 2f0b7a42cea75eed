import { operations } from '@millrace/contract';
import type { OperationId } from '../operations/operations.js';

/** One request of an operation as data: nothing is sent until it is given to a client. */
export interface RequestData<Id extends OperationId> {
  readonly operation: Id;
  readonly method: 'GET' | 'POST';
  /** Path from `/v1` on, with the query. */
  readonly path: string;
  /** JSON body of a POST. */
  readonly body: object | undefined;
}

/** Builds the request of an operation: members of a GET become query parameters, members of a POST its JSON body. */
export function requestData<Id extends OperationId>(operation: Id, input: object): RequestData<Id> {
  const { method, path } = operations[operation];
  if (method === 'POST') return { operation, method, path, body: input };
  const query = new URLSearchParams(Object.entries(input).flatMap(([name, value]) => parameters(name, value)));
  const text = query.toString();
  return { operation, method, path: text === '' ? path : `${path}?${text}`, body: undefined };
}

function parameters(name: string, value: unknown): [string, string][] {
  if (value === undefined) return [];
  if (name === 'filters' && typeof value === 'object') return [[name, JSON.stringify(value)]];
  if (!Array.isArray(value)) return [[name, String(value)]];
  if (name === 'include' || name === 'sort') return value.length === 0 ? [] : [[name, value.join(',')]];
  return value.map((item) => [name, String(item)]);
}
