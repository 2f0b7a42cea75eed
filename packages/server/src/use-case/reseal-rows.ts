import type { Sealing } from '../kernel/sealing.js';
import { type Database, type Transaction, transaction } from '../postgres/database.js';

/** Rows that have sealed values. */
export interface SealedRows<Row> {
  /** The next batch in the order of the keys: after `last`, or the first. Empty at the end. */
  next(tx: Transaction, last: Row | undefined): Promise<readonly Row[]>;
  /** The sealed values of a row. */
  sealedOf(row: Row): readonly string[];
  /** Stores a row with its values as `again` seals them. */
  replace(tx: Transaction, row: Row, again: (context: string, sealed: string) => string): Promise<void>;
}

/**
 * Brings the sealed values of rows under the first secret key, whatever they were under, with a transaction for each batch.
 *
 * @returns how many rows were replaced
 * @throws ConfigError when a value is sealed and no given key opens it
 */
export async function resealRows<Row>(
  db: Database,
  sealing: Sealing,
  { next, sealedOf, replace }: SealedRows<Row>,
): Promise<number> {
  const isOld = (row: Row) => sealedOf(row).some((sealed) => !sealing.isCurrent(sealed));
  const again = (context: string, sealed: string) => sealing.seal(context, sealing.open(context, sealed));
  let count = 0;
  for (let last: Row | undefined; ; ) {
    const rows: readonly Row[] = await transaction(db, async (tx) => {
      const batch = await next(tx, last);
      for (const row of batch.filter(isOld)) await replace(tx, row, again);
      return batch;
    });
    if (rows.length === 0) return count;
    count += rows.filter(isOld).length;
    last = rows.at(-1);
  }
}
