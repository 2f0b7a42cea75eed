import { createHash } from 'node:crypto';
import type { Log } from '../../../kernel/log.js';
import type { Database } from '../../../postgres/database.js';
import { listWantedStamps, storeStamp, storeStampFailure } from '../../records/time-stamps.js';
import { readTimeStamp, timeStampRequest } from './time-stamp.js';

/** Seals of one round. */
const SEALS = 20;
const MOST_FAILURE = 500;

/** An authority that says when something was there (RFC 3161). */
export interface TimeStampAuthority {
  /**
   * Sends a request and gives the answer, both DER.
   *
   * @throws Error where there is no answer in time
   */
  ask(request: Buffer): Promise<Buffer>;
  /** Called with each try. */
  readonly attempted?: (outcome: 'stamped' | 'failed') => void;
}

/**
 * Asks the authority for time stamps of seals, outside of every transaction: who decides and who seals waits for nothing. The first
 * failure ends the round, and the next round begins with another seal, so that one request every ten seconds goes to an authority that fails.
 * Several servers may do it at once; the first token counts.
 */
export async function stampSeals({
  db,
  log,
  authority,
}: {
  readonly db: Database;
  readonly log: Log;
  readonly authority: TimeStampAuthority;
}): Promise<void> {
  for (const wanted of await listWantedStamps(db, SEALS)) {
    try {
      const request = timeStampRequest(createHash('sha256').update(wanted.signed).digest());
      await storeStamp(db, wanted, readTimeStamp(await authority.ask(request.der), request));
      authority.attempted?.('stamped');
    } catch (error) {
      const { subProjectId, number } = wanted;
      log.warn({ err: error, subProjectId, seal: number }, 'a seal was not time-stamped; tried again later');
      authority.attempted?.('failed');
      await storeStampFailure(db, wanted, String((error as Error).message).slice(0, MOST_FAILURE));
      return;
    }
  }
}
