import { operations } from '@millrace/contract';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { Caller, UseCase } from '../../use-case/caller.js';
import { carryOut, type HookPlan, planDelivery } from '../delivery/act.js';
import type { HookDeps } from '../delivery/hook-deps.js';
import { hookPrincipal } from '../delivery/hook-principal.js';
import { shownHeaders } from '../delivery/receive.js';
import { requireHook, requireOwnHook } from '../delivery/require-hook.js';
import { conditionHolds, type HookScope, MappingFailure } from '../hook/expressions.js';
import type { HookRow } from '../hook/hook.js';
import type { ReceiptEffects } from '../records/receipts.js';

/** What a delivery would do: everything is done and then undone. @throws CatalogueError 1202, 1207, 1200 (404) */
export const testInboundHook =
  (deps: HookDeps): UseCase<'testInboundHook'> =>
  async (caller, request) => {
    const { subProject } = await enter(deps.subProjects, caller, request.subProjectId, operations.testInboundHook);
    const hook = await requireHook(deps.db, subProject.id, request.hookId);
    requireOwnHook(caller.principal, hook);
    const scope = {
      body: request.body,
      headers: shownHeaders({ headers: lowerCase(request.headers ?? {}) }),
      deliveryId: `test-${newId()}`,
    };
    return tryOut(caller, deps, hook, scope);
  };

async function tryOut({ traceId, write }: Caller, deps: HookDeps, hook: HookRow, scope: HookScope) {
  let plan: HookPlan | undefined;
  try {
    if (!conditionHolds(hook.definition.when, scope)) return answer('ignored', '"when" is not true.', undefined);
    const planned = planDelivery(hook.definition, scope);
    plan = planned;
    const principal = await hookPrincipal(deps, hook);
    if (principal === undefined) {
      return answer('failed', 'The user whose roles apply is disabled or deleted.', undefined);
    }
    const as = { subProjectId: hook.subProjectId, principal, traceId };
    return await carryOut(deps, as, planned, (work) =>
      write(async (tx) => answer('accepted', null, planned, await undone(tx, () => work(tx)))),
    );
  } catch (error) {
    if (error instanceof MappingFailure) return answer('failed', error.message, plan);
    if (error instanceof CatalogueError && error.status < 500) return answer('failed', error.detail, plan);
    throw error;
  }
}

const answer = (outcome: string, reason: string | null, plan: HookPlan | undefined, effects?: ReceiptEffects) => ({
  outcome,
  reason,
  createProcess: plan?.process ?? null,
  publishMessage:
    plan?.message === undefined
      ? null
      : { ...plan.message, ...(effects === undefined ? {} : { status: effects.message }) },
});

/** The result of work whose changes are taken back. */
async function undone<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined;
  const takenBack = new Error('taken back');
  try {
    await tx.savepoint(async () => {
      result = { value: await work() };
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
  if (result === undefined) throw new Error('a test of a hook ended without a result');
  return result.value;
}

const lowerCase = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
