import { rateLimited } from '../../kernel/errors/access-errors.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import { transaction } from '../../postgres/database.js';
import type { FactorDeps } from '../factors/factor-deps.js';
import type { RelyingParty } from '../factors/relying-party.js';
import { type ChallengePurpose, storeChallenge } from '../records/factors/challenge-queries.js';
import { network } from '../sign-in/sign-in-limit.js';
import { CEREMONY_MS, newChallenge } from './ceremonies.js';

/** Challenges of one network that wait for an answer: as many people open the sign-in page of an office in five minutes. */
const PER_NETWORK = 1000;

/** @throws CatalogueError 1009 where browsers offer no passkeys */
export function requireParty({ party }: Pick<FactorDeps, 'party'>): RelyingParty {
  if (party !== undefined) return party;
  throw conflict(
    'Passkeys need a host name and https. Set MILLRACE_PUBLIC_URL to such an address, or to http://localhost:<port> to try them.',
  );
}

/**
 * A new challenge, valid for five minutes and once.
 *
 * @param userId of a registration; null for a sign-in
 * @throws CatalogueError 1003 when too many of the same network wait
 */
export async function issueChallenge(
  { db, now }: Pick<FactorDeps, 'db' | 'now'>,
  purpose: ChallengePurpose,
  userId: string | null,
  address: string,
): Promise<string> {
  const challenge = newChallenge();
  const row = { challenge, purpose, userId, network: network(address), expiresTs: new Date(now() + CEREMONY_MS) };
  if (await transaction(db, (tx) => storeChallenge(tx, row, PER_NETWORK, new Date(now())))) return challenge;
  throw rateLimited('Too many people of your network are signing in. Try again in a minute.', 60);
}
