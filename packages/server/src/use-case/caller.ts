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
  readonly clientId: string;
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

/** What a token says besides whom it stands for. */
export interface SignIn {
  /** When the token ends; milliseconds since 1970. */
  readonly expiresAt: number;
  /** Of the client and the user when the token was issued: revoking their tokens adds one. */
  readonly generation: { readonly client: number; readonly user: number };
}

/** The sign-in of a request, for answers that go on while it may end. */
export interface SignInCheck {
  /** @throws CatalogueError 1001 when the token has ended or was revoked */
  check(): Promise<void>;
  /** @throws CatalogueError 1001 as `check` */
  facts(): Promise<SignIn>;
}

/** One authenticated request, or one call of the system, as use cases see it. */
export interface Caller extends Actor {
  /** Version given in `If-Match`, without quotes. */
  readonly ifMatch: string | undefined;
  /** The header `Last-Event-ID`: what a client that reconnects to a stream has. */
  readonly lastEventId?: string | undefined;
  /** Absent for the system. */
  readonly signIn?: SignInCheck;
  /** Aborts when the connection ends before the answer, for operations that wait. Absent for the system. */
  readonly gone?: AbortSignal;
  /**
   * Runs `work` in one transaction and returns its answer. With an `Idempotency-Key` the answer is kept in that same
   * transaction, and a repeated request gets it back without running `work` (D27). Each POST operation calls it once and
   * returns what it returns.
   */
  write<T extends object>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

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
  caller: Caller,
  request: RequestOf<Operations[Id]>,
) => Promise<AnswerOf<Id>>;

/** Every operation except sign-in, which has no caller. */
export type UseCases = { readonly [Id in Exclude<OperationId, 'userLogin'>]: UseCase<Id> };
