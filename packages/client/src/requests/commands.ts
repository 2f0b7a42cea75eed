import { type OperationId, operationList } from '@millrace/contract';
import { type InputOf, type RequestData, requestData } from './request-data.js';

/** Arguments of a call: the input may be left out where no member is required. */
export type InputArguments<Id extends OperationId> =
  Record<never, never> extends InputOf<Id> ? [input?: InputOf<Id>] : [input: InputOf<Id>];

/** A pure function that makes the request of one operation. */
export interface Command<Id extends OperationId> {
  (...input: InputArguments<Id>): RequestData<Id>;
  readonly operation: Id;
}

/** The command of every operation of the contract, by operation id. */
export type Commands = { readonly [Id in OperationId]: Command<Id> };

const commandOf = (operation: OperationId) =>
  Object.assign((input: object = {}) => requestData(operation, input), { operation });

/** Every command, derived from the contract. */
export const commands = Object.freeze(
  Object.fromEntries(operationList.map(({ id }) => [id, commandOf(id)])),
) as Commands;
