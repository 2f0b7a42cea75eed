import type { NotificationReason } from '@millrace/contract';
import { peopleAmong } from '../../identity/records/enabled-users.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { waitingMails } from '../../mail/records/mails.js';
import type { Transaction } from '../../postgres/database.js';
import { emailOf } from '../preferences/preferences.js';
import { lockMailings, type Mailing, storeMailings } from '../records/mailings.js';
import type { UnreadRow } from '../records/notifications.js';
import { findPreferences } from '../records/preferences.js';
import { withDigest } from './schedule-digest.js';

/** More e-mails at once a person does not get in an hour; what else happens is in the digest. */
export const MOST_MAILS_AN_HOUR = 20;
const HOUR_MS = 3_600_000;

/** A row that is about to be stored, with the reasons that were added to it. */
export interface AddedTo<Row extends Pick<UnreadRow, 'userId' | 'processId' | 'mailId'> = UnreadRow> {
  readonly row: Row;
  readonly reasons: readonly NotificationReason[];
}

/**
 * Decides which e-mails are to tell people of what was added, and stores those that do so at once. What they tell is decided when
 * they are sent. A row whose e-mail was not sent yet needs no other one.
 *
 * @returns the rows with their e-mails, in this order
 */
export async function scheduleMails<Row extends Pick<UnreadRow, 'userId' | 'processId' | 'mailId'>>(
  tx: Transaction,
  mails: MailQueue,
  subProjectId: string,
  added: readonly AddedTo<Row>[],
): Promise<readonly Row[]> {
  const rows = added.map(({ row }) => row);
  if (!mails.isOpen || added.length === 0) return rows;
  const ids = [...new Set(rows.map(({ userId }) => userId))];
  const people = await peopleAmong(tx, ids);
  const preferences = await findPreferences(tx, [...people]);
  const waiting = await waitingMails(
    tx,
    rows.flatMap(({ mailId }) => mailId ?? []),
  );
  const wants = (choice: 'now' | 'digest', { row, reasons }: AddedTo<Row>): boolean =>
    people.has(row.userId) && reasons.some((reason) => emailOf(preferences.get(row.userId) ?? {}, reason) === choice);
  const urgent = added.filter((one) => wants('now', one) && !waiting.has(one.row.mailId ?? ''));
  const concerned = added.filter((one) => urgent.includes(one) || wants('digest', one));
  if (concerned.length === 0) return rows;
  const now = new Date();
  const mailings = new Map(
    await lockMailings(
      tx,
      concerned.map(({ row }) => row.userId),
    ),
  );
  const change = (userId: string, to: (mailing: Mailing) => Mailing | undefined): boolean => {
    const mailing = mailings.get(userId);
    const changed = mailing && to(mailing);
    if (changed !== undefined) mailings.set(userId, changed);
    return changed !== undefined;
  };
  const atOnce = urgent.filter(({ row }) => change(row.userId, (mailing) => countMail(mailing, now)));
  for (const one of concerned) {
    if (wants('digest', one) || !atOnce.includes(one)) {
      const { userId } = one.row;
      change(userId, (mailing) => withDigest(mailing, preferences.get(userId) ?? {}, now));
    }
  }
  await storeMailings(tx, [...mailings.values()]);
  const stored = await mails.addNotices(
    tx,
    atOnce.map(({ row: { userId, processId } }) => ({
      template: 'notification',
      data: { userId, subProjectId, processId },
    })),
  );
  const mailOf = new Map(atOnce.map(({ row }, place) => [row, stored[place] ?? null]));
  return rows.map((row) => ({ ...row, mailId: mailOf.get(row) ?? row.mailId }));
}

/** Counts one more e-mail of a person; undefined: there were enough in this hour. */
function countMail(mailing: Mailing, now: Date): Mailing | undefined {
  const isNewHour = mailing.hourTs === null || now.getTime() - mailing.hourTs.getTime() >= HOUR_MS;
  if (isNewHour) return { ...mailing, hourTs: now, hourCount: 1 };
  return mailing.hourCount >= MOST_MAILS_AN_HOUR ? undefined : { ...mailing, hourCount: mailing.hourCount + 1 };
}
