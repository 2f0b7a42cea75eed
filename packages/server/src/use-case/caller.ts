import type { OperationId, Operations, RequestOf, ResponseOf, StreamType } from '@millrace/contract';
import type { Transaction } from '../postgres/database.js';

/** Who acts. "system" is explicit: the worker loop and maintenance act as it, never a request. */
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

/** The one principal of work that no request asked for. */
export const systemPrincipal: SystemPrincipal = Object.freeze({ kind: 'system', name: 'system' });

/** What a change is attributed to in audit rows (D20). */
export interface Actor {
  readonly principal: Principal;
  readonly traceId: string;
}

/** One authenticated request, as use cases see it. */
export interface Caller extends Actor {
  readonly principal: UserPrincipal;
  /** Version given in `If-Match`, without quotes. */
  readonly ifMatch: string | undefined;
  /** Aborts when the connection ends before the answer: for operations that wait. Absent where no request is behind it. */
  readonly gone?: AbortSignal;
  /**
   * Runs `work` in one transaction and returns its answer. With an `Idempotency-Key` the answer is kept in that same
   * transaction, and a repeated request gets it back without running `work` (D27). Each POST operation calls it once and
   * returns what it returns.
   */
  write<T extends object>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** An answer in pieces, made while it is sent. What can be refused has been refused before there is one. */
export interface StreamedAnswer {
  readonly mediaType: StreamType;
  /** Offered as the name to save it under. */
  readonly fileName: string;
  /** Pulled as fast as the client reads; it is ended early when the client goes away. */
  readonly chunks: AsyncIterable<string>;
}

/** What an operation answers: its response, or a stream of it. */
type AnswerOf<Id extends OperationId> = Operations[Id] extends { readonly stream: readonly StreamType[] }
  ? StreamedAnswer
  : ResponseOf<Operations[Id]>;

/** One operation of the contract, implemented. It raises only `CatalogueError`s on purpose. */
export type UseCase<Id extends OperationId> = (
  caller: Caller,
  request: RequestOf<Operations[Id]>,
) => Promise<AnswerOf<Id>>;

/** Every operation but sign-in, which no caller is needed for. */
export type UseCases = { readonly [Id in Exclude<OperationId, 'userLogin'>]: UseCase<Id> };
