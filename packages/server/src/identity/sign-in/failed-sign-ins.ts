import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { appendAudit } from '../../audit/records/append.js';
import { type Database, transaction } from '../../postgres/database.js';
import { systemPrincipal } from '../../use-case/caller.js';
import { network } from './sign-in-limit.js';

const MINUTE_MS = 60_000;
/** Rows of this process in a minute at most, whoever tries. */
const ROWS_PER_MINUTE = 60;

/** Tells the audit log of sign-ins of people that failed: a sample of them, so that guessing cannot fill it. */
export interface FailedSignIns {
  note(failure: FailedSignIn): Promise<void>;
}

export interface FailedSignIn {
  /** Undefined when nobody is called so. */
  readonly userId: string | undefined;
  /** As given: only its hash is used, because people type their password there. */
  readonly name: string;
  readonly method: string;
  readonly address: string;
  readonly traceId: string;
}

/**
 * One row a minute for each name and network. A failure for an unknown name has a row as well, about the user `unknown`: so it
 * takes the same time as one for a person.
 */
export function createFailedSignIns(db: Database, now: () => number): FailedSignIns {
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: MINUTE_MS, perf: { now }, ttlResolution: 0 });
  let minute = 0;
  let rows = 0;
  return {
    async note({ userId, name, method, address, traceId }) {
      const where = network(address);
      const key = createHash('sha256').update(`${name.toLowerCase()}\0${where}`).digest('base64url');
      if (noted.get(key) === true) return;
      noted.set(key, true);
      const current = Math.floor(now() / MINUTE_MS);
      if (current !== minute) {
        minute = current;
        rows = 0;
      }
      if (rows >= ROWS_PER_MINUTE) return;
      rows += 1;
      await transaction(db, (tx) =>
        appendAudit(tx, { principal: systemPrincipal, traceId }, [
          {
            action: 'user.signInFailed',
            subProjectId: null,
            subjectType: 'user',
            subjectId: userId ?? 'unknown',
            processId: null,
            before: null,
            after: { method, network: where },
          },
        ]),
      );
    },
  };
}
