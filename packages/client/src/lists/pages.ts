import { operations } from '@millrace/contract';
import type { CallOptions } from '../arguments/options.js';
import type { OperationId, RequestOf, ResponseOf } from '../operations/operations.js';
import { requestData } from '../requests/request-data.js';
import type { Send } from '../transport/call.js';

/** Operations that answer page by page: by number, or by position (`after`). */
export type PagedId = {
  [Id in OperationId]: 'page' extends keyof RequestOf<Id> ? Id : 'after' extends keyof RequestOf<Id> ? Id : never;
}[OperationId];

/** The request of a paged operation, without what names the page. Default of `perPageCount`: 100. */
export type PagedRequest<Id extends PagedId> = Omit<RequestOf<Id>, 'page' | 'perPageCount' | 'after'> & {
  readonly perPageCount?: number | string | undefined;
};

/** The items that the pages of an operation contain. */
export type ItemOf<Id extends PagedId> = {
  [K in keyof ResponseOf<Id>]-?: ResponseOf<Id>[K] extends readonly (infer Item)[] ? Item : never;
}[keyof ResponseOf<Id>];

const DEFAULT_PER_PAGE = 100;

/** Every page in turn. The next page is requested when the caller asks for it. */
export async function* pages(
  send: Send,
  operation: PagedId,
  input: object,
  options: CallOptions | undefined,
): AsyncGenerator<object, void, undefined> {
  const perPageCount = 'perPageCount' in input ? (input.perPageCount ?? DEFAULT_PER_PAGE) : DEFAULT_PER_PAGE;
  if (isByPosition(operation)) {
    const given =
      'perPageCount' in (operations[operation].query?.properties ?? {}) ? { ...input, perPageCount } : input;
    return yield* pagesByPosition(send, operation, given, options);
  }
  for (let page = 1; ; page += 1) {
    const answer = await send(requestData(operation, { ...input, page, perPageCount }), options);
    if (typeof answer !== 'object' || answer === null) return;
    yield answer;
    if (isLast(answer, page, itemsOf(operation, answer).length, Number(perPageCount))) return;
  }
}

/** Whether the pages of an operation have no numbers: each names the position where the next one begins. */
function isByPosition(operation: PagedId): boolean {
  const { query } = operations[operation];
  return query !== undefined && 'after' in query.properties && !('page' in query.properties);
}

/** Pages that go on where the one before ended, so that items that are added meanwhile move nothing. */
async function* pagesByPosition(
  send: Send,
  operation: PagedId,
  input: object,
  options: CallOptions | undefined,
): AsyncGenerator<object, void, undefined> {
  let after: unknown;
  do {
    const answer = await send(requestData(operation, { ...input, ...(after === undefined ? {} : { after }) }), options);
    if (typeof answer !== 'object' || answer === null) return;
    yield answer;
    after = 'next' in answer ? (answer.next ?? undefined) : undefined;
  } while (after !== undefined);
}

/**
 * Every item of every page. Lists are newest first, so items created meanwhile move others to the next page:
 * items of the previous page are not returned twice.
 */
export async function* items(
  send: Send,
  operation: PagedId,
  input: object,
  options: CallOptions | undefined,
): AsyncGenerator<unknown, void, undefined> {
  let before = new Set<unknown>();
  for await (const page of pages(send, operation, input, options)) {
    const current = new Set<unknown>();
    for (const item of itemsOf(operation, page)) {
      const id = idOf(item);
      if (id !== undefined) current.add(id);
      if (id === undefined || !before.has(id)) yield item;
    }
    before = current;
  }
}

/**
 * A page that is not full is the last one where the number of pages is not known: getWorkflowRuns returns `meta` only when it is
 * requested, and long lists are not counted to their end (`atLeast`).
 */
function isLast(answer: object, page: number, count: number, perPageCount: number): boolean {
  const meta = 'meta' in answer ? answer.meta : undefined;
  if (typeof meta !== 'object' || meta === null || !('totalPages' in meta) || 'atLeast' in meta) {
    return count < perPageCount;
  }
  return count === 0 || page >= Number(meta.totalPages);
}

function itemsOf(operation: PagedId, answer: object): readonly unknown[] {
  const key = itemsKey(operation);
  const list = Object.entries(answer).find(([name]) => name === key)?.[1];
  return Array.isArray(list) ? list : [];
}

/** The member of the answer that the contract declares as an array. */
function itemsKey(operation: PagedId): string | undefined {
  const members = Object.entries<object>(operations[operation].response.properties);
  return members.find(([, schema]) => 'type' in schema && schema.type === 'array')?.[0];
}

function idOf(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return undefined;
  if ('id' in item) return item.id;
  if ('sequence' in item) return item.sequence;
  return 'clientId' in item ? item.clientId : undefined;
}
