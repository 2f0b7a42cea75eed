import type { Queryable } from '../../postgres/database.js';

/** Figures of the e-mails that were not sent yet. */
export interface MailFigures {
  readonly waiting: number;
  /** Those that were tried already. */
  readonly delayed: number;
  readonly oldestSeconds: number;
}

/** @param limit counting stops here */
export async function mailFigures(db: Queryable, limit: number): Promise<MailFigures> {
  const [row] = await db<MailFigures>`
    select count(*) as waiting, count(*) filter (where attempts > 0) as delayed,
      coalesce(greatest(0, extract(epoch from now() - min(created_ts))), 0)::float8 as "oldestSeconds"
    from (
      select attempts, created_ts from mails where state = 'waiting' order by created_ts limit ${limit}) w`;
  return row ?? { waiting: 0, delayed: 0, oldestSeconds: 0 };
}
