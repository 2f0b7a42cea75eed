import { randomBytes } from 'node:crypto';
import { rateLimited, unauthenticated } from '../../kernel/errors/access-errors.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { conflict, invalidValue } from '../../kernel/errors/request-errors.js';
import { newId } from '../../kernel/identifiers.js';
import { findUnstorable } from '../../kernel/json-hygiene.js';
import { transaction } from '../../postgres/database.js';
import { deliveryIdOf, deliveryIdPlace } from '../hook/delivery-id.js';
import { conditionHolds, type HookScope, MappingFailure } from '../hook/expressions.js';
import { type HookRow, hookSealingContext, readHookAddress } from '../hook/hook.js';
import type { SignedDelivery } from '../hook/signed-delivery.js';
import { findHook } from '../records/hooks.js';
import { claimDelivery, insertReceipt, noteDuplicate, noteEffects, type ReceiptOutcome } from '../records/receipts.js';
import { verifySignature } from '../signature/verify-signature.js';
import { carryOut, planDelivery } from './act.js';
import type { HookDeps } from './hook-deps.js';
import { hookPrincipal } from './hook-principal.js';
import { createRate } from './rate.js';

/** A delivery as HTTP brings it. */
export interface HookDelivery extends SignedDelivery {
  /** Last part of the address. */
  readonly address: string;
  /** Address that it comes from. */
  readonly sender: string;
  readonly traceId: string;
}

export interface HookAnswer {
  readonly status: 'accepted' | 'ignored' | 'duplicate';
}

/** A delivery that was signed and cannot act: why, for the receipts. */
class Failed extends Error {
  override readonly name = 'Failed';
}

/** Who does not know a secret is told nothing about the hook, not even that there is one. */
const refusal = (): CatalogueError =>
  unauthenticated('No hook with this address accepts the signature of the delivery.');

/** The sender is told that a person has to look; what is wrong is the business of the people of the sub-project. */
const failure = (isPassing: boolean): CatalogueError => {
  const detail = 'The delivery could not be carried out. The receipts of the hook (getInboundReceipts) say why.';
  return isPassing ? conflict(detail) : invalidValue(detail);
};

/** Between two receipts of refused deliveries to one hook, in this server process. */
const REFUSED_EVERY_S = 10;
const PER_SECOND = 100;
const LONGEST_REASON = 1000;

/**
 * Takes deliveries of other services. One that is signed for its hook acts in one transaction with its receipt, once for each
 * delivery id, also when copies come at the same time or the server stops: the sender gets no answer then, and sends it
 * again.
 *
 * @param clock milliseconds since 1970
 * @returns answers a delivery; throws CatalogueError 1001 for an unknown hook and a wrong signature alike, 1003, and 1232 or 1009
 *   for one that cannot act
 */
export function createHookReceiver(
  deps: HookDeps,
  clock: () => number = Date.now,
): (delivery: HookDelivery) => Promise<HookAnswer> {
  const { db, sealing } = deps;
  const rate = createRate(PER_SECOND, PER_SECOND, clock);
  const attempts = createRate(PER_SECOND, PER_SECOND, clock);
  const refusedReceipts = createRate(1 / REFUSED_EVERY_S, 1, clock);
  // Signed with for hooks that do not exist, so that they take as long.
  const nobody = randomBytes(32).toString('base64');

  const findVerified = async (delivery: HookDelivery): Promise<HookRow> => {
    const ids = readHookAddress(delivery.address);
    const hook = ids === undefined ? undefined : await findHook(db, ids.subProjectId, ids.id);
    const now = clock();
    const secrets = hook === undefined ? [nobody] : secretsOf(hook, now);
    const problem = verifySignature(hook?.definition ?? { scheme: 'github' }, secrets, delivery, now / 1000);
    const reason = problem ?? (hook?.enabled === false ? 'The hook is disabled.' : undefined);
    if (hook !== undefined && reason === undefined) return hook;
    // Counted by sender, so that a stranger cannot use up what the hook may receive.
    const wait = attempts.take(`${delivery.address.slice(0, 43)} ${delivery.sender}`);
    if (hook !== undefined && refusedReceipts.take(hook.id) === 0) {
      // Not waited for: the time of the answer must not tell that there is a hook.
      note(hook, { deliveryId: null, outcome: 'refused', reason: reason ?? '' }).catch((error: unknown) => {
        deps.log.warn({ err: error, hook: hook.id }, 'the receipt of a refused delivery could not be written');
      });
    }
    throw wait > 0 ? tooMany(wait) : refusal();
  };

  const secretsOf = (hook: HookRow, now: number): readonly string[] =>
    hook.secrets
      .filter(({ expiresTs }) => expiresTs === null || Date.parse(expiresTs) > now)
      .map(({ sealed }) => sealing.open(hookSealingContext(hook), sealed));

  const note = (
    hook: HookRow,
    {
      reason,
      ...receipt
    }: { readonly deliveryId: string | null; readonly outcome: ReceiptOutcome; readonly reason: string | null },
  ): Promise<void> =>
    insertReceipt(db, {
      ...receipt,
      reason: reason?.slice(0, LONGEST_REASON) ?? null,
      subProjectId: hook.subProjectId,
      hookId: hook.id,
      id: newId(),
      receivedTs: new Date(),
    });

  const act = async (hook: HookRow, delivery: HookDelivery, scope: HookScope): Promise<HookAnswer> => {
    const { subProjectId } = hook;
    if (!conditionHolds(hook.definition.when, scope)) {
      await note(hook, { deliveryId: scope.deliveryId, outcome: 'ignored', reason: null });
      return { status: 'ignored' };
    }
    const plan = planDelivery(hook.definition, scope);
    const principal = await hookPrincipal(deps, hook);
    if (principal === undefined) throw new Failed('The user whose roles apply is disabled or deleted.');
    const receipt = {
      subProjectId,
      hookId: hook.id,
      id: newId(),
      receivedTs: new Date(),
      deliveryId: scope.deliveryId,
      outcome: 'accepted',
      reason: null,
    } as const;
    const as = { subProjectId, principal, traceId: delivery.traceId };
    const acted = await carryOut(deps, as, plan, (work) =>
      transaction(db, async (tx) => {
        if (!(await claimDelivery(tx, receipt))) return false;
        await noteEffects(tx, receipt, await work(tx));
        return true;
      }),
    );
    if (!acted) await noteDuplicate(db, receipt);
    return { status: acted ? 'accepted' : 'duplicate' };
  };

  return async (delivery) => {
    const hook = await findVerified(delivery);
    const wait = rate.take(hook.id);
    if (wait > 0) throw tooMany(wait);
    let deliveryId: string | undefined;
    try {
      const body = readBody(delivery);
      deliveryId = deliveryIdOf(hook.definition, delivery, body);
      if (deliveryId === undefined) throw new Failed(`It has no id (${deliveryIdPlace(hook.definition)}).`);
      return await act(hook, delivery, { body, headers: shownHeaders(delivery), deliveryId });
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      await note(hook, { deliveryId: deliveryId ?? null, outcome: 'failed', reason });
      throw failure(error instanceof CatalogueError && error.status === 409);
    }
  };
}

const tooMany = (seconds: number): CatalogueError =>
  rateLimited(`Too many deliveries. Try again in ${seconds} seconds.`, seconds);

/** Undefined for what is not the sender's fault and may work later. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof Failed || error instanceof MappingFailure) return error.message;
  return error instanceof CatalogueError && error.status < 500 && error.status !== 429 ? error.detail : undefined;
}

function readBody({ body }: SignedDelivery): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Failed('Its body is not JSON. Choose the content type application/json at the sender.');
  }
  const blame = findUnstorable(value);
  if (blame !== undefined) throw new Failed(`Its body cannot be stored: ${blame.pointer} ${blame.detail}`);
  return value;
}

/** What proves who sends it is nothing for expressions. */
export function shownHeaders({ headers }: Pick<SignedDelivery, 'headers'>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || /^(authorization|cookie|proxy-authorization|.*signature.*)$/.test(name)
        ? []
        : [[name, value] as const],
    ),
  );
}
