import type { OperationId, Operations, RequestOf, ResponseOf, StreamType } from '@millrace/contract';
import type { Transaction } from '../postgres/database.js';

/**
 * The user or the system that acts. Requests always act as a user. The installation itself acts as the system: workers,
 * maintenance, bootstrap, demo data.
 */
export type Principal = UserPrincipal | SystemPrincipal;

export interface UserPrincipal {
  readonly kind: 'user';
  readonly userId: string;
  /** The client whose token was sent; undefined for a session and for a personal token. */
  readonly clientId: string | undefined;
  /**
   * Clients of the person, for a session, a personal token and a token of an application: tasks that are assigned to them are the
   * person's (D151). Absent for the token of a client, which acts for itself.
   */
  readonly clientIds?: readonly string[];
  readonly name: string;
  /** The administrator may do everything (D34). */
  readonly administrator: boolean;
  /** Scopes of the token; empty means no bound. */
  readonly scopes: readonly string[];
}

export interface SystemPrincipal {
  readonly kind: 'system';
  readonly name: string;
}

/** The one principal of all work without a request. */
export const systemPrincipal: SystemPrincipal = Object.freeze({ kind: 'system', name: 'system' });

/** The id of a principal in audit rows and `createdBy`: the user's id, or `system`. */
export const principalId = (principal: Principal): string =>
  principal.kind === 'user' ? principal.userId : principal.kind;

/** The principal and the trace id that audit rows name for a change (D20). */
export interface Actor {
  readonly principal: Principal;
  readonly traceId: string;
}

/** What was sent to authenticate a request; `link`: the form of a page behind a link in an e-mail. */
export type Credential = 'clientToken' | 'session' | 'personalToken' | 'link';

/** What tells later whether the credential of a request is still good. */
export interface CredentialFacts {
  /** When it ends at the latest; milliseconds since 1970. */
  readonly expiresAt: number;
  /** Of the client and the user when a client's token was issued: revoking their tokens adds one. */
  readonly generation: { readonly client: number; readonly user: number };
  /** For a session; null for others. */
  readonly sessionId: string | null;
  /** For a personal token; null for others. */
  readonly personalTokenId: string | null;
}

/** How the caller of a request has signed in, for operations that ask for it and for answers that go on while it may end. */
export interface SignIn {
  readonly credential: Credential;
  /** How the person of a session signed in, for example `password`; undefined for tokens. */
  readonly method: string | undefined;
  /** The factors that the person of a session has used (RFC 8176), for example `pwd`; empty for tokens. */
  readonly amr: readonly string[];
  /** When the person of a session last proved who they are; milliseconds since 1970. Undefined for tokens. */
  readonly authenticatedAt: number | undefined;
  readonly sessionId: string | undefined;
  readonly personalTokenId: string | undefined;
  /** @throws CatalogueError 1001 when the token or the session has ended */
  check(): Promise<void>;
  /** @throws CatalogueError 1001 as `check` */
  facts(): Promise<CredentialFacts>;
}

/** A session as its cookie needs it. */
export interface SessionCookie {
  readonly secret: string;
  /** When the browser forgets the cookie; undefined: when it closes. */
  readonly expiresAt: Date | undefined;
}

/** Where a request comes from, and the session cookie of the browser that sent it. */
export interface Sender {
  /** IP address: the peer, or what trusted proxies say. */
  readonly address: string;
  /** The header `User-Agent`; empty when there is none. */
  readonly agent: string;
  /** What the session cookie of the request holds; undefined when there is none. */
  readonly sessionSecret: string | undefined;
  /** What the device cookie of the request holds: the browser has signed somebody in before. Undefined when there is none. */
  readonly deviceSecret: string | undefined;
  /** Gives the browser a device cookie with the answer. */
  setDevice(cookie: SessionCookie): void;
  /**
   * Gives the browser a session with the answer; an error answer sets nothing. Call it inside the transaction that opens the
   * session.
   *
   * @throws CatalogueError 1009 when the connection is not encrypted and not on this machine
   */
  setSession(cookie: SessionCookie): void;
  /** Takes the session cookie away with the answer. */
  clearSession(): void;
}

/** One authenticated request, or one call of the system, as use cases see it. */
export interface Caller extends Actor {
  /** Version given in `If-Match`, without quotes. */
  readonly ifMatch: string | undefined;
  /** The header `Last-Event-ID`: what a client that reconnects to a stream has. */
  readonly lastEventId?: string | undefined;
  /** Absent for the system. */
  readonly signIn?: SignIn;
  /** Absent for the system. */
  readonly sender?: Sender;
  /** Aborts when the connection ends before the answer, for operations that wait. Absent for the system. */
  readonly gone?: AbortSignal;
  /**
   * Runs `work` in one transaction and returns its answer. With an `Idempotency-Key` the answer is kept in that same
   * transaction, and a repeated request gets it back without running `work` (D27). Each POST operation calls it once and
   * returns what it returns.
   */
  write<T extends object>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * One of several transactions of a request, before `write`: with an `Idempotency-Key` each part is kept by itself, so that a
   * request which broke off goes on where it ended when it is repeated.
   *
   * Absent where no request can break off: a plain transaction is as good.
   *
   * @param part what tells it from the others, without spaces
   */
  readonly writePart?: <T extends object>(part: string, work: (tx: Transaction) => Promise<T>) => Promise<T>;
}

/** A request of a public operation: it needs no sign-in, and an Idempotency-Key of it is ignored. */
export interface PublicCaller {
  readonly traceId: string;
  readonly sender: Sender;
  /** Runs `work` in one transaction and returns its answer. */
  write<T extends object>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** Who calls an operation. */
export type CallerOf<Id extends OperationId> = Operations[Id]['permission']['kind'] extends 'public'
  ? PublicCaller
  : Caller;

/** An answer that is produced while it is sent. All checks have passed before it starts. */
export interface StreamedAnswer {
  readonly mediaType: StreamType;
  /** File name that is offered to the user; absent for answers that are not for saving. */
  readonly fileName?: string;
  /** The connection is closed when the client reads nothing for so long; milliseconds. Default: it may take its time. */
  readonly stalledAfterMs?: number;
  /** Read as fast as the client reads; ended early when the client disconnects. */
  readonly chunks: AsyncIterable<string>;
}

/** The answer of an operation: its response, or a stream of it. */
type AnswerOf<Id extends OperationId> = Operations[Id] extends { readonly stream: readonly StreamType[] }
  ? StreamedAnswer
  : ResponseOf<Operations[Id]>;

/** The implementation of one operation of the contract. The errors it throws on purpose are `CatalogueError`s. */
export type UseCase<Id extends OperationId> = (
  caller: CallerOf<Id>,
  request: RequestOf<Operations[Id]>,
) => Promise<AnswerOf<Id>>;

/** Every operation except userLogin, which also takes forms and has its own route. */
export type UseCases = { readonly [Id in Exclude<OperationId, 'userLogin'>]: UseCase<Id> };
