import type { OperationId, Operations, RequestOf, ResponseOf } from '@millrace/contract';
import type { Transaction } from './postgres/transaction.js';

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
  /**
   * Runs `work` in one transaction and returns its answer. With an `Idempotency-Key` the answer is kept in that same
   * transaction, and a repeated request gets it back without running `work` (D27). Each POST operation calls it once and
   * returns what it returns.
   */
  write<T extends object>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** One operation of the contract, implemented. It raises only `CatalogueError`s on purpose. */
export type UseCase<Id extends OperationId> = (
  caller: Caller,
  request: RequestOf<Operations[Id]>,
) => Promise<ResponseOf<Operations[Id]>>;

/** Every operation but sign-in, which no caller is needed for. */
export type UseCases = { readonly [Id in Exclude<OperationId, 'userLogin'>]: UseCase<Id> };
