import type { Transaction } from '../../postgres/database.js';
import type { Caller, UserPrincipal } from '../../use-case/caller.js';
import { contextValue, type HookScope, textValue } from '../hook/expressions.js';
import type { HookDefinition } from '../hook/hook.js';
import type { ReceiptEffects } from '../records/receipts.js';
import type { HookDeps } from './hook-deps.js';

/** What a delivery asks for, before anything is done. */
export interface HookPlan {
  readonly process:
    | { readonly fields: Record<string, unknown>; readonly stageKey?: string; readonly priority?: string }
    | undefined;
  readonly message:
    | {
        readonly name: string;
        readonly correlationKey?: string;
        processId?: string;
        readonly variables: Record<string, unknown>;
        readonly timeToLive?: number;
      }
    | undefined;
}

/** @throws MappingFailure */
export function planDelivery(
  { createProcess, publishMessage }: Pick<HookDefinition, 'createProcess' | 'publishMessage'>,
  scope: HookScope,
): HookPlan {
  const text = <Name extends string>(name: Name, path: string, source: string | undefined) => {
    const value = textValue(path, source, scope);
    return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: string };
  };
  return {
    process:
      createProcess === undefined
        ? undefined
        : {
            fields: contextValue('createProcess.fields', createProcess.fields, scope),
            ...text('stageKey', 'createProcess.stageKey', createProcess.stageKey),
            ...text('priority', 'createProcess.priority', createProcess.priority),
          },
    message:
      publishMessage === undefined
        ? undefined
        : {
            name: textValue('publishMessage.name', publishMessage.name, scope) ?? '',
            ...text('correlationKey', 'publishMessage.correlationKey', publishMessage.correlationKey),
            ...text('processId', 'publishMessage.processId', publishMessage.processId),
            variables: contextValue('publishMessage.variables', publishMessage.variables, scope),
            ...(publishMessage.timeToLive === undefined ? {} : { timeToLive: publishMessage.timeToLive }),
          },
  };
}

type Work<T> = (tx: Transaction) => Promise<T>;

/**
 * Checks that the user may do what a delivery asks for, as a request of that user would be checked, and gives what is to be done
 * in one transaction. The checks read before it, so that a delivery holds one connection at a time.
 *
 * @returns the work; throws CatalogueError what the operations raise
 */
export async function prepareDelivery(
  { actions }: Pick<HookDeps, 'actions'>,
  as: { readonly subProjectId: string; readonly principal: UserPrincipal; readonly traceId: string },
  { process, message }: HookPlan,
): Promise<Work<ReceiptEffects>> {
  const { subProjectId, principal, traceId } = as;
  const caller = (write: Caller['write']): Caller => ({ principal, traceId, ifMatch: undefined, write });
  const create =
    process === undefined
      ? undefined
      : await workOf((write) => actions.createProcess(caller(write), { subProjectId, ...process }));
  const request = { subProjectId, name: '', variables: {}, ...message };
  const publish =
    message === undefined ? undefined : await workOf((write) => actions.publishMessage(caller(write), request));
  return async (tx) => {
    const created = await create?.(tx);
    // The operation reads it in the transaction.
    if (created !== undefined && message?.processId === undefined) request.processId = created.id;
    const published = await publish?.(tx);
    return {
      processId: created?.id ?? null,
      message: published?.status ?? null,
      runId: published?.runId?.id ?? null,
    };
  };
}

/** Runs an operation up to its transaction, and gives what it would do there. */
function workOf<T extends object>(call: (write: Caller['write']) => Promise<T>): Promise<Work<T>> {
  return new Promise((resolve, reject) => {
    const write = (work: Work<object>) => {
      resolve(work as Work<T>);
      // The operation ends here: the work is done by whoever gets it.
      return new Promise<never>(() => undefined);
    };
    call(write as Caller['write']).catch(reject);
  });
}
