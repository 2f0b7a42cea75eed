import type { MailQueue } from '../../mail/mail-queue.js';
import { type Database, transaction } from '../../postgres/database.js';
import { takeDigests } from '../records/mailings.js';

const AT_ONCE = 100;

/** Stores the e-mails of the digests that are due. Periodic maintenance calls it; each is taken once, by any server. */
export async function sendDigests(db: Database, mails: MailQueue): Promise<void> {
  if (!mails.isOpen) return;
  for (let taken = AT_ONCE; taken === AT_ONCE; ) {
    taken = await transaction(db, async (tx) => {
      const userIds = await takeDigests(tx, AT_ONCE);
      await mails.addNotices(
        tx,
        userIds.map((userId) => ({ template: 'digest', data: { userId } })),
      );
      return userIds.length;
    });
  }
}
