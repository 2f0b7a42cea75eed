import { type Queryable, sql, type Transaction } from '../../postgres/database.js';

export type ReceiptOutcome = 'accepted' | 'ignored' | 'failed' | 'refused';

export interface Receipt {
  readonly id: string;
  readonly receivedTs: Date;
  readonly deliveryId: string | null;
  readonly outcome: ReceiptOutcome;
  readonly reason: string | null;
  readonly duplicates: number;
  readonly processId: string | null;
  readonly message: string | null;
  readonly runId: string | null;
}

export interface NewReceipt extends Pick<Receipt, 'id' | 'receivedTs' | 'deliveryId' | 'outcome' | 'reason'> {
  readonly subProjectId: string;
  readonly hookId: string;
}

/** What a delivery did. */
export type ReceiptEffects = Pick<Receipt, 'processId' | 'message' | 'runId'>;

export async function insertReceipt(db: Queryable, receipt: NewReceipt): Promise<void> {
  await db`insert into inbound_receipts ${rowOf(receipt)}`;
}

/**
 * Notes a delivery before it acts. Waits for a transaction that acts on the same delivery.
 *
 * @returns false when the delivery has acted before
 */
export async function claimDelivery(tx: Transaction, receipt: NewReceipt): Promise<boolean> {
  const rows = await tx<{ id: string }>`
    insert into inbound_receipts ${rowOf(receipt)}
    on conflict (sub_project_id, hook_id, delivery_id) where outcome = 'accepted' do nothing
    returning id`;
  return rows.length > 0;
}

const rowOf = (receipt: NewReceipt) =>
  sql.rows([
    {
      sub_project_id: receipt.subProjectId,
      id: receipt.id,
      hook_id: receipt.hookId,
      received_ts: receipt.receivedTs,
      delivery_id: receipt.deliveryId,
      outcome: receipt.outcome,
      reason: receipt.reason,
    },
  ]);

export async function noteEffects(
  tx: Transaction,
  { subProjectId, id }: Pick<NewReceipt, 'subProjectId' | 'id'>,
  { processId, message, runId }: ReceiptEffects,
): Promise<void> {
  await tx`update inbound_receipts set process_id = ${processId}, message = ${message}, run_id = ${runId}
    where sub_project_id = ${subProjectId} and id = ${id}`;
}

/** Counts a delivery that came again. */
export async function noteDuplicate(
  db: Queryable,
  { subProjectId, hookId, deliveryId }: Pick<NewReceipt, 'subProjectId' | 'hookId' | 'deliveryId'>,
): Promise<void> {
  await db`update inbound_receipts set duplicates = duplicates + 1
    where sub_project_id = ${subProjectId} and hook_id = ${hookId} and delivery_id = ${deliveryId}
      and outcome = 'accepted'`;
}

/** Receipts of a hook before the given one, newest first. */
export function listReceipts(
  db: Queryable,
  { subProjectId, id }: { readonly subProjectId: string; readonly id: string },
  page: { readonly outcome: string | undefined; readonly before: string | undefined; readonly limit: number },
): Promise<readonly Receipt[]> {
  return db<Receipt>`
    select id, received_ts as "receivedTs", delivery_id as "deliveryId", outcome, reason, duplicates,
      process_id as "processId", message, run_id as "runId"
    from inbound_receipts
    where sub_project_id = ${subProjectId} and hook_id = ${id}
      and (${page.outcome ?? null}::text is null or outcome = ${page.outcome ?? null})
      and (${page.before ?? null}::uuid is null or id < ${page.before ?? null}::uuid)
    order by id desc limit ${page.limit}`;
}

/** How long receipts of an outcome are kept; days. */
const KEPT_DAYS: Readonly<Record<ReceiptOutcome, number>> = { accepted: 30, ignored: 7, failed: 7, refused: 1 };
/** Rows of one statement. */
const BATCH = 5000;

/** Deletes what is older than its outcome is kept, a part at a time. @param batch rows of one statement */
export async function forgetReceipts(db: Queryable, batch = BATCH): Promise<void> {
  for (const [outcome, days] of Object.entries(KEPT_DAYS)) {
    for (let count = batch; count >= batch; ) {
      ({ count } = await db`
        delete from inbound_receipts r using (
          select sub_project_id, id from inbound_receipts
          where outcome = ${outcome} and received_ts < now() - make_interval(days => ${days}) limit ${batch}
        ) old where r.sub_project_id = old.sub_project_id and r.id = old.id`);
    }
  }
}
