import { createHash } from 'node:crypto';
import type { Log } from '../../kernel/log.js';
import type { Sealing } from '../../kernel/sealing.js';
import { type Database, isRetryable, type Transaction, transaction } from '../../postgres/database.js';
import {
  type EvidenceRow,
  findHead,
  findLastEntries,
  findLastSeal,
  findSealedUntil,
  findSubProjectsToSeal,
  findUnsealed,
  type HeadRow,
  insertEntries,
  insertSeal,
  type SealEntry,
  type SealedTime,
  type SealRow,
  storeHead,
  storeSealedUntil,
  tryLockSealing,
} from '../records/evidence.js';
import { wantStamp } from '../records/time-stamps.js';
import { canonicalJson } from './canonical-json.js';
import { type SealSigner, sealSigner } from './evidence-key.js';
import { entryText, leafText } from './leaf.js';
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
  /** Whether an authority is to say when seals were there. */
  readonly isStamped?: boolean;
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
async function sealNext(
  { db, sealing, log, isStamped = false }: SealDeps,
  subProjectId: string,
  time: SealedTime,
): Promise<number> {
  return transaction(db, async (tx) => {
    if (!(await tryLockSealing(tx))) return 0;
    const rows = await findUnsealed(tx, subProjectId, time, ROWS);
    const [first] = rows;
    const last = rows.at(-1);
    if (first === undefined || last === undefined) return 0;
    const signer: SealSigner = await sealSigner(tx, sealing);
    const before = continued(signer, await findHead(tx, subProjectId), await findLastSeal(tx, subProjectId));
    if (before.removed !== undefined) log.error({ subProjectId }, before.removed);
    const number = before.number + 1;
    const entries = await entriesOf(tx, subProjectId, number, rows);
    const leaves = [...rows.map(leafText), ...entries.map(({ text }) => text)].map(leafHash);
    const signed = canonicalJson({
      version: 2,
      subProjectId,
      number,
      from: first.createdTs.toISOString(),
      until: last.createdTs.toISOString(),
      leaves: leaves.length,
      rows: rows.length,
      entriesBefore: before.entries,
      root: treeOf(leaves).root.toString('hex'),
      previous: before.sha256,
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
    await insertEntries(
      tx,
      subProjectId,
      entries.map(({ entry }) => entry),
    );
    const head = canonicalJson({
      version: 1,
      subProjectId,
      number,
      sha256: sha256Of(signed),
      entries: before.entries + entries.length,
      losses: before.losses,
    });
    if (isStamped) await wantStamp(tx, subProjectId, number);
    await storeHead(tx, subProjectId, { signed: head, signature: signer.sign(head), keyId: signer.keyId });
    return rows.length;
  });
}

/** What the next seal follows. */
interface Continued {
  readonly number: number;
  /** Of the seal before; null: there was none. */
  readonly sha256: string | null;
  /** How many entries all seals have. */
  readonly entries: number;
  /** How often the head was lost: it was removed or changed. */
  readonly losses: number;
  /** What somebody must have removed, for the log. */
  readonly removed?: string;
}

/**
 * The head says which seal was the last, so that one who removed it leaves a gap in the numbers. One who removed or changed the head
 * as well leaves a loss, which all later heads count.
 */
function continued(signer: SealSigner, head: HeadRow | undefined, last: SealRow | undefined): Continued {
  const isOurs = head !== undefined && signer.hasSigned(head.signed, head.signature);
  const said = isOurs ? (JSON.parse(head.signed) as Head) : undefined;
  const lastNumber = last?.number ?? 0;
  if (said !== undefined && said.number >= lastNumber) {
    const isShort = said.number > lastNumber;
    return { ...said, ...(isShort ? { removed: `the seals ${lastNumber + 1} to ${said.number} were removed` } : {}) };
  }
  const { version, leaves, rows, entriesBefore } = JSON.parse(last?.signed ?? '{"version":1}') as LastSeal;
  const isFirst = head === undefined && version === 1;
  return {
    number: lastNumber,
    sha256: last === undefined ? null : sha256Of(last.signed),
    entries: version === 1 ? 0 : entriesBefore + leaves - rows,
    losses: isFirst ? 0 : (said?.losses ?? 0) + 1,
    ...(isFirst ? {} : { removed: 'the head of the seals was removed or changed' }),
  };
}

interface LastSeal {
  readonly version: number;
  readonly leaves: number;
  readonly rows: number;
  readonly entriesBefore: number;
}

/** What a head says. */
type Head = Omit<Continued, 'removed'>;

/** What a seal says of each process that it has rows of: a leaf each, after those of the rows. */
async function entriesOf(
  tx: Transaction,
  subProjectId: string,
  number: number,
  rows: readonly EvidenceRow[],
): Promise<readonly { readonly entry: SealEntry; readonly text: string }[]> {
  const positions = new Map<string, number[]>();
  for (const [position, { processId }] of rows.entries()) {
    if (processId === null) continue;
    const known = positions.get(processId);
    if (known === undefined) positions.set(processId, [position]);
    else known.push(position);
  }
  const processIds = [...positions.keys()];
  const before = new Map(
    (await findLastEntries(tx, subProjectId, processIds)).map((entry) => [entry.processId, entry]),
  );
  return [...positions].map(([processId, own], at) => {
    const last = before.get(processId);
    const entry: SealEntry = {
      processId,
      number,
      position: rows.length + at,
      positions: own,
      rowsBefore: last === undefined ? 0 : last.rowsBefore + last.positions.length,
      previous: last?.number ?? null,
    };
    return {
      entry,
      text: entryText(
        entry,
        own.map((position) => rows[position]?.id ?? ''),
      ),
    };
  });
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
