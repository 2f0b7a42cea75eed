import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { Transaction } from '../../postgres/database.js';
import type { Caller, UseCases, UserPrincipal } from '../../use-case/caller.js';
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
 * Does what a delivery asks for as requests of the user would do it, with their checks, in one transaction. The checks read
 * before it, so that a delivery holds one connection at a time.
 *
 * @param run runs the work in a transaction; when a configuration was deployed meanwhile, it is called again with other work
 * @returns what `run` returned; throws what it threw, and CatalogueError what the operations raise
 */
export async function carryOut<T>(
  { actions }: Pick<HookDeps, 'actions'>,
  as: { readonly subProjectId: string; readonly principal: UserPrincipal; readonly traceId: string },
  { process, message }: HookPlan,
  run: (work: Work<ReceiptEffects>) => Promise<T>,
): Promise<T> {
  const { subProjectId, principal, traceId } = as;
  const request = { subProjectId, name: '', variables: {}, ...message };
  let result: { readonly value: T } | undefined;
  /** A caller whose operation ends with `write`; nobody reads the answer of the operation. */
  const callerWith = <W extends object>(write: (work: Work<W>) => Promise<unknown>): Caller => ({
    principal,
    traceId,
    ifMatch: undefined,
    write: write as unknown as Caller['write'],
  });
  const finish = async (create?: Work<Created>, publish?: Work<Published>) => {
    const value = await run(async (tx) => {
      const created = await create?.(tx);
      // The operation reads it in the transaction.
      if (created !== undefined && message?.processId === undefined) request.processId = created.id;
      const published = await publish?.(tx);
      return {
        processId: created?.id ?? null,
        message: published?.status ?? null,
        runId: published?.runId?.id ?? null,
      };
    });
    result = { value };
  };
  const publishWith = async (create?: Work<Created>) => {
    if (message === undefined) return finish(create);
    await actions.publishMessage(
      callerWith<Published>((publish) => finish(create, publish)),
      request,
    );
  };
  try {
    if (process === undefined) await publishWith();
    else await actions.createProcess(callerWith<Created>(publishWith), { subProjectId, ...process });
  } catch (error) {
    // What createProcess tells of an unexpected failure is nothing for the sender of a delivery.
    throw error instanceof CatalogueError && error.status === 500 ? (error.cause ?? error) : error;
  }
  if (result === undefined) throw new Error('the operations of a delivery ended without their transaction');
  return result.value;
}

type Created = Awaited<ReturnType<UseCases['createProcess']>>;
type Published = Awaited<ReturnType<UseCases['publishMessage']>>;
