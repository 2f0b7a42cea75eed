import { type OperationId, type Operations, operations, type RequestOf, type ResponseOf } from '@millrace/contract';

/** A condition on one filter key: a scalar (equals), an array (any of), or an object of operators (D5). */
export type FilterCondition =
  | string
  | number
  | boolean
  | null
  | readonly (string | number | boolean | null)[]
  | { readonly [operator: string]: unknown };

/** Filters of a list as an object (D5); `and` and `or` take arrays of them. Sent as JSON. */
export interface Filters {
  readonly and?: readonly Filters[];
  readonly or?: readonly Filters[];
  readonly [key: string]: FilterCondition | readonly Filters[] | undefined;
}

type Sent<K, T> = K extends 'filters'
  ? T | Filters
  : K extends 'page' | 'perPageCount'
    ? T | number
    : K extends 'include' | 'sort'
      ? T | readonly string[]
      : T extends (infer Item)[]
        ? readonly Item[]
        : T;

type Optional<T> = { [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? K : never }[keyof T];

/**
 * What a call of the operation takes: the members of the contract, where `filters` may be an object, page numbers may
 * be numbers, and `include` and `sort` may be arrays. Optional members may be `undefined`.
 */
export type InputOf<Id extends OperationId> = Widened<RequestOf<Operations[Id]>>;
type Widened<T> = { readonly [K in Exclude<keyof T, Optional<T>>]: Sent<K, T[K]> } & {
  readonly [K in Optional<T>]?: Sent<K, T[K]> | undefined;
};

/** What an operation answers; free-form objects are records of unknown values. */
export type AnswerOf<Id extends OperationId> = Answer<ResponseOf<Operations[Id]>>;
type Answer<T> = T extends readonly (infer Item)[]
  ? readonly Answer<Item>[]
  : T extends object
    ? object extends T
      ? Readonly<Record<string, unknown>>
      : { readonly [K in keyof T]: Answer<T[K]> }
    : T;

/** One request of an operation as data: nothing is sent until a client gets it. */
export interface RequestData<Id extends OperationId> {
  readonly operation: Id;
  readonly method: 'GET' | 'POST';
  /** Path from `/v1` on, with the query. */
  readonly path: string;
  /** JSON body of a POST. */
  readonly body: object | undefined;
}

/** Builds the request of an operation: query parameters of a GET as strings, members of a POST as its body. */
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
