import type { OperationId, RequestOf } from '../operations/operations.js';
import { type RequestData, requestData } from './request-data.js';

/** Arguments of a call: the request may be left out where no member is required. */
export type RequestArguments<Id extends OperationId> =
  Record<never, never> extends RequestOf<Id> ? [request?: RequestOf<Id>] : [request: RequestOf<Id>];

/** A pure function that makes the request of one operation. */
export interface Command<Id extends OperationId> {
  (...request: RequestArguments<Id>): RequestData<Id>;
  readonly operation: Id;
}

/** Makes the command of an operation. */
export const command = <Id extends OperationId>(operation: Id): Command<Id> =>
  Object.assign((request: object = {}) => requestData(operation, request), { operation });
