import { createHash } from 'node:crypto';
import type { Log } from '../../kernel/log.js';
import { type Database, type Transaction, transaction } from '../../postgres/database.js';
import { encrypt } from '../../push/encryption/encrypt.js';
import { type PushKeys, vapidHeader } from '../../push/encryption/vapid.js';
import type { PreparedPush, PreparePush } from '../../push/prepared-push.js';
import { dropDeadSubscription, noteSent } from '../../push/records/push-subscriptions.js';
import { deletePush, findPush, noteAttempt, type PushRow } from '../../push/records/pushes.js';
import type { AddressGuard } from '../handlers/outbound/address-guard.js';
import { sendGuarded } from '../handlers/outbound/send-guarded.js';
import { retryAfterMs } from '../handlers/retry-after.js';
import { mailDelayMs } from '../mail/mail-retries.js';
import type { LeasedJob } from '../records/job.js';
import { lockLease, releaseLease } from '../records/lease-reports.js';
import { type BackgroundWork, inBatch } from '../worker/background-work.js';
import { PermanentFailure } from '../worker/job-failure.js';
import type { WorkOutcome } from '../worker/run-work.js';

export interface PushWorkDeps {
  readonly db: Database;
  readonly keys: PushKeys;
  /** How operators of push services reach that of this installation: a `mailto:` or `https:` address. */
  readonly subject: string;
  readonly guard: AddressGuard;
  readonly prepare: PreparePush;
  /** Counts what became of an attempt. */
  readonly attempted?: (outcome: PushOutcome) => void;
}

/** sent; failed: it is tried again; givenUp; skipped: there is nothing to tell any more; gone: the browser does not want it. */
export type PushOutcome = 'sent' | 'failed' | 'givenUp' | 'skipped' | 'gone';

/** A message about yesterday is no use; the list of notifications has it. */
const GIVE_UP_MS = 24 * 3_600_000;
const LIFETIME_S = GIVE_UP_MS / 1000;
/** More messages a browser does not get in an hour: the list of notifications has them. */
export const MOST_AN_HOUR = 60;
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** What an attempt came to. */
type Answer =
  | { readonly outcome: 'sent' | 'gone' }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'failed'; readonly reason: string; readonly waitMs?: number };

/**
 * Sends messages to browsers, one for each job. A crash between the answer of the push service and the end of the lease sends a
 * message twice; the browser shows the second in place of the first.
 */
export const pushWork = (deps: PushWorkDeps): BackgroundWork => ({
  kind: 'push',
  async runBatch(job, { signal, log }) {
    const { db, attempted } = deps;
    const push = await findPush(db, job.id);
    const prepared = push === undefined || push.sentInHour >= MOST_AN_HOUR ? undefined : await deps.prepare(push);
    if (push === undefined || prepared === undefined) {
      attempted?.('skipped');
      return ended(db, job, push, async () => undefined);
    }
    const answer = await send(deps, push, prepared, signal);
    switch (answer.outcome) {
      case 'sent':
        attempted?.('sent');
        return ended(db, job, push, (tx) => noteSent(tx, push.subscriptionId));
      case 'gone':
        attempted?.('gone');
        log.info({ subscription: push.subscriptionId }, 'a browser does not take notifications any more');
        return ended(db, job, push, (tx) => dropDeadSubscription(tx, { id: push.subscriptionId, auth: push.auth }));
      case 'refused':
        attempted?.('givenUp');
        log.warn({ push: push.id, reason: answer.reason }, 'a notification could not be pushed');
        return ended(db, job, push, async () => undefined);
      default:
        return failed(deps, job, push, answer, log);
    }
  },
  async giveUp(tx, job) {
    await deletePush(tx, job.id);
    return 'finished';
  },
});

async function send(
  { keys, subject, guard }: PushWorkDeps,
  { endpoint, p256dh, auth, subscriptionId, processId }: PushRow,
  prepared: PreparedPush,
  signal: AbortSignal,
): Promise<Answer> {
  const url = new URL(endpoint);
  const body = encrypt(Buffer.from(JSON.stringify(prepared)), { p256dh, auth });
  const request = {
    method: 'POST',
    url,
    headers: {
      authorization: vapidHeader(keys, url, subject),
      'content-encoding': 'aes128gcm',
      'content-length': String(body.length),
      'content-type': 'application/octet-stream',
      // The push service keeps the newest message about a process for a browser that is off.
      topic: createHash('sha256').update(`${subscriptionId} ${processId}`).digest('base64url').slice(0, 32),
      ttl: String(LIFETIME_S),
      urgency: 'normal',
    },
    body,
  };
  const options = {
    connectTimeoutMs: 10_000,
    readTimeoutMs: 20_000,
    maximumBytes: 64 * 1024,
    followRedirects: false,
    signal,
  };
  try {
    const { status, headers } = await sendGuarded(request, guard, {
      ...options,
      beginning: { bytes: 1024, withinMs: 2000 },
    });
    if (status >= 200 && status < 300) return { outcome: 'sent' };
    if (GONE.has(status)) return { outcome: 'gone' };
    const reason = `The push service at ${url.host} answered ${status}.`;
    if (status !== 429 && status < 500) return { outcome: 'refused', reason };
    const waitMs = retryAfterMs(headers['retry-after'], Date.now());
    return { outcome: 'failed', reason, ...(waitMs === undefined ? {} : { waitMs }) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { outcome: error instanceof PermanentFailure ? 'refused' : 'failed', reason };
  }
}

/** Due again later, or given up. */
async function failed(
  { db, attempted }: PushWorkDeps,
  job: LeasedJob,
  push: PushRow,
  { reason, waitMs = 0 }: Extract<Answer, { readonly outcome: 'failed' }>,
  log: Log,
): Promise<WorkOutcome> {
  const delayMs = Math.max(waitMs, mailDelayMs(push.attempts + 1));
  const isLast = Date.now() + delayMs - push.createdTs.getTime() > GIVE_UP_MS;
  attempted?.(isLast ? 'givenUp' : 'failed');
  log.warn({ push: push.id, reason, isLast }, 'a notification could not be pushed');
  if (isLast) return ended(db, job, push, async () => undefined);
  return transaction(db, async (tx) => {
    if (!(await lockLease(tx, job))) return 'stale';
    await noteAttempt(tx, push.id);
    await releaseLease(tx, job, { retries: job.retries, delayMs, error: reason });
    return 'done';
  });
}

/** The message is gone, unless something was added while it was sent: then it is sent once more. */
const ended = (
  db: Database,
  job: LeasedJob,
  push: PushRow | undefined,
  also: (tx: Transaction) => Promise<void>,
): Promise<WorkOutcome> =>
  inBatch(db, job, async (tx) => {
    await also(tx);
    return (await deletePush(tx, job.id, push?.version)) ? 'finished' : 'more';
  });
