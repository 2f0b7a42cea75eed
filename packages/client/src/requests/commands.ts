import type { OperationId } from '../operations/operations.js';
import * as byOperation from './by-operation.js';
import type { Command } from './command.js';

/** The command of every operation, by operation id. */
export type Commands = { readonly [Id in OperationId]: Command<Id> };

/** Every command, for programs that choose the operation at run time. */
export const commands: Commands = Object.freeze({ ...byOperation });
