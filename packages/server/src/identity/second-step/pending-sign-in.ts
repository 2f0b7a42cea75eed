import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from '../../postgres/database.js';
import { storePendingSignIn } from '../records/factors/pending-sign-in-queries.js';
import type { ProvenSignIn } from '../sessions/start-session.js';
import type { SecondStepMethod } from './second-step.js';

/** Time to type a code. */
const PENDING_MS = 10 * 60_000;
/** Wrong codes before a person has to type the password again. */
export const PENDING_ATTEMPTS = 5;
/** Of one person: a sign-in that was begun again and again. */
const PENDING_PER_USER = 5;

/** A sign-in whose first factor was right. Who has the secret may finish it. */
export interface PendingSignIn {
  readonly secret: string;
  readonly methods: readonly SecondStepMethod[];
  readonly expiresTs: Date;
}

/** Keeps a sign-in that waits for its second step. */
export async function keepPendingSignIn(
  tx: Transaction,
  proven: ProvenSignIn,
  methods: readonly SecondStepMethod[],
): Promise<PendingSignIn> {
  const { userId, method, amr, remember, now = Date.now() } = proven;
  const secret = randomBytes(32).toString('base64url');
  const expiresTs = new Date(now + PENDING_MS);
  const row = { userId, method, amr, remembered: remember, createdTs: new Date(now), expiresTs };
  await storePendingSignIn(tx, pendingHash(secret), row, PENDING_PER_USER);
  return { secret, methods, expiresTs };
}

/** As it is stored: a random secret needs no slow hash. */
export const pendingHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
