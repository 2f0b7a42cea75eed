import type { Static, TObject, TSchema } from 'typebox';
import { type ErrorId, errorCatalogue } from '../errors/error-catalogue.js';

/** What a role grants in its sub-project's configuration (D12); the rule that maps a configuration to grants is in the server's `access`. */
export type Grant =
  | 'process.read'
  | 'process.create'
  | 'process.update'
  | 'process.delete'
  | 'workflow.read'
  | 'workflow.call'
  | 'workflow.operate'
  | 'job.work'
  | 'file.read'
  | 'file.create'
  | 'file.delete'
  | 'user.read'
  | 'audit.read'
  | 'event.read'
  | 'member.read'
  | 'member.manage'
  | 'secret.manage'
  | 'hook.manage'
  | 'project.design'
  | 'comment.read'
  | 'comment.write';

/** Grants that the scope `admin` covers as well, for a token of the administrator. */
export const administrationGrants: ReadonlySet<Grant> = new Set<Grant>(['project.design']);

/**
 * Who may call an operation. `session` operations are for people in a browser, not for tokens. `role` operations name the grant a role must hold in the addressed sub-project, and the
 * error that its absence raises (D13).
 */
export type Permission =
  | { readonly kind: 'public' }
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'session'; readonly denied: 1209 }
  | { readonly kind: 'role'; readonly grant: Grant; readonly denied: ErrorId }
  | { readonly kind: 'admin'; readonly denied: 1205 | 1206 | 1207 | 1209 };

/** One operation of the wire: everything that routes, validation, types, `/openapi.json` and the reference derive from. */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: `/v1/${string}`;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** Not part of the documented interface but ours (D1). */
  readonly extension: boolean;
  readonly permission: Permission;
  readonly query?: TObject;
  readonly body?: TObject;
  /** Of a streamed answer: the text as a whole. */
  readonly response: TSchema;
  /**
   * Media types of an answer that is streamed instead of JSON; where there are several, a member of the request chooses. An
   * answer that breaks off is cut, so that it is never taken for a whole one.
   */
  readonly stream?: readonly StreamType[];
  /** True for a streamed answer that goes on while the client listens. It ends when the server or the client ends it. */
  readonly live?: boolean;
  /** Errors of its own; those any operation may raise are added by `errorsOf`. */
  readonly errors: readonly ErrorId[];
  /** Errors that it answers with another status too, for example 1200 with 404 when an id names nothing (D8). */
  readonly otherStatuses?: Readonly<Partial<Record<ErrorId, number>>>;
  /** Largest body in bytes where the default of 1 MiB is not right. */
  readonly bodyLimit?: number;
  /**
   * True for an operation whose work grows with what it is about. The requests of such operations share a part of the database
   * connections; of other operations the server finds out while it runs.
   */
  readonly heavy?: boolean;
  /**
   * A session of a browser must have proved who its person is within so many minutes: for what would do most harm in the hands
   * of who finds an open browser. Tokens are not asked: they stand for programs, and their scopes bound them. Nor is a request
   * with `dryRun: true`, which changes nothing.
   */
  readonly stepUp?: number;
  /** True: also for a session whose person must set up a second factor before anything else. */
  readonly whileEnrolling?: boolean;
  /** True: the answer shows a secret once. It is not kept for an Idempotency-Key; the use case answers a repeated request. */
  readonly showsSecret?: boolean;
  /** True: the request holds a secret, such as a password. An Idempotency-Key is ignored, so that no hash of it is kept. */
  readonly takesSecret?: boolean;
  /** True: the answer has an ETag, and a request with the same one in If-None-Match is answered with 304. Only for GET. */
  readonly tagged?: boolean;
  /** Absent: the operation is not about a process. */
  readonly process?: ProcessTarget;
  readonly example: Example;
}

/**
 * How an operation judges the process it is about (D13):
 * - `unknown` and `outside`: its errors when the process does not exist, and when no role of the caller covers it;
 * - `leavesOut`: it leaves out what the row filter excludes, which this names;
 * - `takesUnlimited`: it reaches every run of the sub-project, so it takes a role that is limited to nothing;
 * - `notLimited`: the row filter does not apply, for this reason.
 */
export type ProcessTarget =
  | { readonly unknown: { readonly id: ErrorId; readonly status?: number }; readonly outside: ErrorId }
  | { readonly leavesOut: string }
  | { readonly takesUnlimited: ErrorId }
  | { readonly notLimited: string };

/**
 * What is sent to an operation and, where the schema alone says little, what it answers. A request names the demo's
 * sub-project (D35), so that tools that fill it in call something real. `operations.test.ts` checks it against the schemas.
 */
export interface Example {
  readonly request: Readonly<Record<string, unknown>>;
  readonly answer?: unknown;
}

/** What a streamed answer may be: one JSON object per line, RFC 4180 with a header, or server-sent events (WHATWG). */
export type StreamType = 'application/x-ndjson' | 'text/csv' | 'text/event-stream';

/** The areas of the interface, in the order the documentation shows them. */
export const tags = [
  'Sign in',
  'Processes',
  'Comments',
  'Notifications',
  'Workflows',
  'Tasks',
  'Decisions',
  'Files',
  'Jobs',
  'Events',
  'Connections',
  'Operators',
  'Sub-projects',
  'Identity',
  'Audit',
] as const;
export type Tag = (typeof tags)[number];

/** Declares an operation and keeps its literal types. */
export const defineOperation = <const O extends Operation>(operation: O): O => Object.freeze(operation);

type PartOf<O, K extends string> = O extends { readonly [P in K]: infer S extends TSchema } ? Static<S> : undefined;

/** Query parameters of an operation, as strings (interface: Conventions). */
export type QueryOf<O extends Operation> = PartOf<O, 'query'>;
/** JSON body of an operation. */
export type BodyOf<O extends Operation> = PartOf<O, 'body'>;
/** JSON answer of an operation. */
export type ResponseOf<O extends Operation> = PartOf<O, 'response'>;
/** What the caller sends, whichever way the operation carries it. */
export type RequestOf<O extends Operation> = O extends { readonly body: TObject } ? BodyOf<O> : QueryOf<O>;

/**
 * Errors of HTTP that come before any operation: the server cannot read the request, or the path has no such method. Any
 * operation may be answered with them.
 */
export const httpErrors: readonly ErrorId[] = Object.freeze([1011, 1012, 1013, 1014, 1017]);

/** Every error of {@link errorsOf} with every status it is answered with. */
export function answersOf(operation: Operation): readonly { readonly id: ErrorId; readonly status: number }[] {
  return errorsOf(operation).flatMap((id) => {
    const other = operation.otherStatuses?.[id];
    return [errorCatalogue[id].status, ...(other === undefined ? [] : [other])].map((status) => ({ id, status }));
  });
}

/** Every error an operation may answer with: its own, and those that come with its method and permission. Ascending. */
export function errorsOf(operation: Operation): readonly ErrorId[] {
  const ids = new Set<ErrorId>([...operation.errors, 1000, 1003, 1010]);
  if (operation.permission.kind !== 'public') ids.add(1001);
  if (operation.permission.kind === 'admin' || operation.permission.kind === 'session')
    ids.add(operation.permission.denied);
  if (operation.permission.kind === 'role') {
    for (const id of [1200, 1201, 1202, 1203, operation.permission.denied] as const) ids.add(id);
  }
  if (operation.method === 'POST') for (const id of [1005, 1006, 1007, 1009] as const) ids.add(id);
  if (operation.stepUp !== undefined) ids.add(1018);
  // userLogin neither takes nor sets a cookie.
  if (operation.method === 'POST' && operation.id !== 'userLogin') ids.add(1015);
  if (operation.method === 'POST' && operation.permission.kind !== 'public') ids.add(1022);
  return Object.freeze([...ids].sort((a, b) => a - b));
}
