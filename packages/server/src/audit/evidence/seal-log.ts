import { createHash } from 'node:crypto';
import type { Log } from '../../kernel/log.js';
import type { Sealing } from '../../kernel/sealing.js';
import { type Database, isRetryable, transaction } from '../../postgres/database.js';
import {
  findLastSeal,
  findSealedUntil,
  findSubProjectsToSeal,
  findUnsealed,
  insertSeal,
  type SealedTime,
  storeSealedUntil,
  tryLockSealing,
} from '../records/evidence.js';
import { canonicalJson } from './canonical-json.js';
import { type SealSigner, sealSigner } from './evidence-key.js';
import { leafText } from './leaf.js';
import { leafHash, treeOf } from './merkle-tree.js';

/** Rows of one seal. */
const ROWS = 2000;
/** A row is sealed when it is so old: most transactions have ended then. */
const SETTLED_MS = 5000;
/** Rows whose transactions ended later than others that are sealed already are found so long. */
const LATE_MS = 15 * 60_000;

export interface SealDeps {
  readonly db: Database;
  readonly sealing: Sealing;
  readonly log: Log;
}

/**
 * Seals new rows of the audit log, sub-project by sub-project, after their transactions: nobody who writes waits for it. Several
 * servers may do it at once.
 *
 * @param now clock, milliseconds since 1970
 */
export async function sealAuditLog(deps: SealDeps, now: number = Date.now()): Promise<void> {
  const { db, log } = deps;
  const sealedUntil = await findSealedUntil(db);
  const time = { from: new Date(sealedUntil.getTime() - LATE_MS), until: new Date(now - SETTLED_MS) };
  let isWhole = true;
  for (const subProjectId of await findSubProjectsToSeal(db, time)) {
    try {
      while ((await sealNext(deps, subProjectId, time)) === ROWS);
    } catch (error) {
      isWhole = false;
      if (!isRetryable(error)) log.warn({ err: error, subProjectId }, 'audit rows were not sealed; tried again later');
    }
  }
  if (isWhole) await transaction(db, (tx) => storeSealedUntil(tx, time.until));
}

/** @returns how many rows it sealed */
async function sealNext({ db, sealing }: SealDeps, subProjectId: string, time: SealedTime): Promise<number> {
  return transaction(db, async (tx) => {
    if (!(await tryLockSealing(tx))) return 0;
    const rows = await findUnsealed(tx, subProjectId, time, ROWS);
    const [first] = rows;
    const last = rows.at(-1);
    if (first === undefined || last === undefined) return 0;
    const signer: SealSigner = await sealSigner(tx, sealing);
    const before = await findLastSeal(tx, subProjectId);
    const number = (before?.number ?? 0) + 1;
    const leaves = rows.map((row) => leafHash(leafText(row)));
    const signed = canonicalJson({
      version: 1,
      subProjectId,
      number,
      from: first.createdTs.toISOString(),
      until: last.createdTs.toISOString(),
      leaves: leaves.length,
      root: treeOf(leaves).root.toString('hex'),
      previous: before === undefined ? null : createHash('sha256').update(before.signed).digest('hex'),
    });
    await insertSeal(tx, subProjectId, {
      number,
      untilTs: last.createdTs,
      rowIds: rows.map(({ id }) => id),
      leaves: Buffer.concat(leaves),
      signed,
      signature: signer.sign(signed),
      keyId: signer.keyId,
    });
    return rows.length;
  });
}
