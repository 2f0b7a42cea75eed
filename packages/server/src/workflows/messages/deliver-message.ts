import type { Variables } from '@millrace/engine';
import { newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Actor } from '../../use-case/caller.js';
import { lockRun } from '../records/find-run.js';
import {
  findKept,
  findWaitingRun,
  insertMessage,
  isSubscribed,
  type KeptMessage,
  lockAddresses,
  lockMessageId,
  type MessageAddress,
} from '../records/messages.js';
import { advanceRun, type RunId } from '../run/advance-run.js';
import type { RunDeps } from '../run/run-deps.js';
import { startByMessage } from '../starts/start-by-event.js';

export interface PublishedMessage {
  readonly actor: Actor;
  readonly subProject: SubProject;
  readonly name: string;
  /** Empty matches start events only. */
  readonly correlationKey: string;
  readonly messageId: string | undefined;
  readonly timeToLiveMs: number;
  readonly variables: Variables;
  /** What a started run would run on; without it nothing starts. */
  readonly process: ProcessRow | undefined;
}

/** `discarded`: nobody waits and it was not to be kept. */
export interface PublishOutcome {
  readonly status: KeptMessage['outcome'] | 'discarded';
  readonly runId: RunId | undefined;
}

/** A run came to wait for the message between looking for one and buffering it. */
class LookAgain extends Error {
  override readonly name = 'LookAgain';
}

/**
 * Delivers a message: to the run that has waited longest for its name and key, else to a message start event, else to
 * the buffer for its time to live. One message reaches one run. The same message id within that time changes nothing.
 *
 * Locks: the message id, then the run, then the address. A run that comes to wait holds its row and then takes the
 * address, so looking for a waiting run happens without the address, and once more with it before buffering.
 */
export async function publishMessage(
  tx: Transaction,
  deps: RunDeps,
  message: PublishedMessage,
): Promise<PublishOutcome> {
  const address = { subProjectId: message.subProject.id, name: message.name, correlationKey: message.correlationKey };
  if (message.messageId !== undefined) {
    await lockMessageId(tx, address, message.messageId);
    const kept = await findKept(tx, address, message.messageId);
    if (kept !== undefined) return { status: kept.outcome, runId: await runIdOf(tx, address, kept.runId) };
  }
  for (;;) {
    try {
      // Locks taken in vain end with the savepoint.
      return await tx.savepoint(() => attempt(tx, deps, message, address));
    } catch (error) {
      if (!(error instanceof LookAgain)) throw error;
    }
  }
}

async function attempt(
  tx: Transaction,
  deps: RunDeps,
  message: PublishedMessage,
  address: MessageAddress,
): Promise<PublishOutcome> {
  const correlated = await correlate(tx, deps, message, address);
  if (correlated !== undefined) return keep(tx, deps, message, address, 'correlated', correlated);
  const started = message.process === undefined ? undefined : await startByMessage(tx, deps, message, message.process);
  if (started !== undefined) return keep(tx, deps, message, address, 'started', started);
  if (message.timeToLiveMs === 0) return { status: 'discarded', runId: undefined };
  await lockAddresses(tx, [address]);
  if ((await findWaitingRun(tx, address)) !== undefined) throw new LookAgain();
  return keep(tx, deps, message, address, 'buffered', undefined);
}

async function correlate(
  tx: Transaction,
  deps: RunDeps,
  message: PublishedMessage,
  address: MessageAddress,
): Promise<RunId | undefined> {
  if (message.correlationKey === '') return undefined;
  const waiting = await findWaitingRun(tx, address);
  if (waiting === undefined) return undefined;
  const run = await lockRun(tx, address.subProjectId, waiting.runId);
  if (run === undefined || !(await isSubscribed(tx, run.id, [waiting.key]))) throw new LookAgain();
  return advanceRun(tx, deps, {
    actor: message.actor,
    subProject: message.subProject,
    run,
    command: { type: 'correlateMessage', key: waiting.key, variables: message.variables },
    action: { action: 'run.message', after: { message: message.name } },
  });
}

/** A message without an id that has reached its run needs no trace beside the run's own. */
async function keep(
  tx: Transaction,
  deps: RunDeps,
  message: PublishedMessage,
  address: MessageAddress,
  outcome: KeptMessage['outcome'],
  runId: RunId | undefined,
): Promise<PublishOutcome> {
  const now = deps.now();
  if (outcome === 'buffered' || message.messageId !== undefined) {
    await insertMessage(tx, {
      ...address,
      id: newId(),
      messageId: message.messageId ?? null,
      variables: message.variables,
      outcome,
      runId: runId?.id ?? null,
      createdTs: new Date(now),
      expiresTs: new Date(now + message.timeToLiveMs),
    });
  }
  return { status: outcome, runId };
}

async function runIdOf(tx: Transaction, address: MessageAddress, runId: string | null): Promise<RunId | undefined> {
  if (runId === null) return undefined;
  const [run] = await tx<RunId>`
    select id, status as state from runs where id = ${runId} and sub_project_id = ${address.subProjectId}`;
  return run;
}
