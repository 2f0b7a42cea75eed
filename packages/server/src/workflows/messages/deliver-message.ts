import type { Variables } from '@millrace/engine';
import { newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Actor } from '../../use-case/caller.js';
import { findRunStatus, lockRun } from '../records/find-run.js';
import {
  findKept,
  insertMessage,
  type KeptMessage,
  lockAddresses,
  lockMessageId,
  type MessageAddress,
} from '../records/messages.js';
import { findWaitingRun, isSubscribed } from '../records/waits.js';
import { advanceRun, type RunId } from '../run/advance-run.js';
import type { RunDeps } from '../run/run-deps.js';
import { startByMessage } from '../starts/start-by-event.js';

/** A message that a client or a run published. */
export interface PublishedMessage {
  readonly actor: Actor;
  readonly subProject: SubProject;
  readonly name: string;
  /** The empty key correlates with no run, so the message can only start a workflow. */
  readonly correlationKey: string;
  readonly messageId: string | undefined;
  readonly timeToLiveMs: number;
  readonly variables: Variables;
  /** The process of a run that the message starts; without it the message starts none. */
  readonly process: ProcessRow | undefined;
}

/** What became of a message. `discarded`: no run waited for it, and its time to live was 0. */
export interface DeliveryOutcome {
  readonly status: KeptMessage['outcome'] | 'discarded';
  readonly runId: RunId | undefined;
  /** Of the run that it reached. */
  readonly processId: string | undefined;
}

/** A run that a message reached. */
interface ReachedRun {
  readonly runId: RunId;
  readonly processId: string;
}

/** The waiting runs changed between the search for one and the next lock, so the message must be correlated again. */
class RetryCorrelation extends Error {
  override readonly name = 'RetryCorrelation';
}

/**
 * Delivers a message: to the run that has waited longest for its name and key, else to a message start event, else to
 * the buffer for its time to live. One message reaches one run. The same message id within that time changes nothing.
 *
 * Locks: the message id, then the run, then the address. A run that begins to wait holds its row and then locks the address.
 * So the first search for a waiting run is without that lock, and before buffering there is a second search with it.
 *
 * @throws CommandRejected when the waiting run, or the started one, cannot take the message
 */
export async function deliverMessage(
  tx: Transaction,
  deps: RunDeps,
  message: PublishedMessage,
): Promise<DeliveryOutcome> {
  const address = { subProjectId: message.subProject.id, name: message.name, correlationKey: message.correlationKey };
  if (message.messageId !== undefined) {
    await lockMessageId(tx, address, message.messageId);
    const kept = await findKept(tx, address, message.messageId);
    if (kept !== undefined) return outcomeOf(kept.outcome, await reachedRun(tx, address.subProjectId, kept.runId));
  }
  for (;;) {
    try {
      // A rollback to the savepoint releases the locks of an attempt that failed.
      return await tx.savepoint(() => tryDeliver(tx, deps, message, address));
    } catch (error) {
      if (!(error instanceof RetryCorrelation)) throw error;
    }
  }
}

/** @throws RetryCorrelation */
async function tryDeliver(
  tx: Transaction,
  deps: RunDeps,
  message: PublishedMessage,
  address: MessageAddress,
): Promise<DeliveryOutcome> {
  const correlated = await correlate(tx, deps, message, address);
  if (correlated !== undefined) return keep(tx, deps, message, address, 'correlated', correlated);
  const started = message.process === undefined ? undefined : await startByMessage(tx, deps, message, message.process);
  if (started !== undefined && message.process !== undefined) {
    const reached = { runId: started, processId: message.process.id };
    return keep(tx, deps, message, address, 'started', reached);
  }
  if (message.timeToLiveMs === 0) return outcomeOf('discarded', undefined);
  await lockAddresses(tx, [address]);
  if ((await findWaitingRun(tx, address)) !== undefined) throw new RetryCorrelation();
  return keep(tx, deps, message, address, 'buffered', undefined);
}

async function correlate(
  tx: Transaction,
  deps: RunDeps,
  message: PublishedMessage,
  address: MessageAddress,
): Promise<ReachedRun | undefined> {
  if (message.correlationKey === '') return undefined;
  const waiting = await findWaitingRun(tx, address);
  if (waiting === undefined) return undefined;
  const run = await lockRun(tx, { subProjectId: address.subProjectId, id: waiting.runId });
  if (run === undefined || !(await isSubscribed(tx, run, [waiting.key]))) throw new RetryCorrelation();
  const runId = await advanceRun(tx, deps, {
    actor: message.actor,
    subProject: message.subProject,
    run,
    command: { type: 'correlateMessage', key: waiting.key, variables: message.variables },
    action: { action: 'run.message', after: { message: message.name } },
  });
  return { runId, processId: run.processId };
}

/** Stores the message, unless it has reached its run and has no id by which it could be published again. */
async function keep(
  tx: Transaction,
  deps: RunDeps,
  message: PublishedMessage,
  address: MessageAddress,
  outcome: KeptMessage['outcome'],
  reached: ReachedRun | undefined,
): Promise<DeliveryOutcome> {
  const now = deps.now();
  if (outcome === 'buffered' || message.messageId !== undefined) {
    await insertMessage(tx, {
      ...address,
      id: newId(),
      messageId: message.messageId ?? null,
      variables: message.variables,
      outcome,
      processId: reached?.processId ?? message.process?.id ?? null,
      runId: reached?.runId.id ?? null,
      createdTs: new Date(now),
      expiresTs: new Date(now + message.timeToLiveMs),
    });
  }
  return outcomeOf(outcome, reached);
}

const outcomeOf = (status: DeliveryOutcome['status'], reached: ReachedRun | undefined): DeliveryOutcome => ({
  status,
  runId: reached?.runId,
  processId: reached?.processId,
});

async function reachedRun(tx: Transaction, subProjectId: string, id: string | null): Promise<ReachedRun | undefined> {
  if (id === null) return undefined;
  const run = await findRunStatus(tx, { subProjectId, id });
  return run === undefined ? undefined : { runId: { id, state: run.status }, processId: run.processId };
}
