import type { Queryable } from '../../postgres/database.js';
import { signsInWithoutPassword } from '../records/factors/policy-queries.js';
import { secondStepOf } from './second-step.js';

/**
 * Whether who reads the e-mails of a person can sign in as the person with nothing else: by a new password, which needs no second
 * factor. Only then may a link in an e-mail stand for a sign-in, because it gives nothing that the mailbox does not give already.
 *
 * @param hasPasskeys whether browsers offer passkeys here
 */
export const mailboxSuffices = async (db: Queryable, userId: string, hasPasskeys: boolean): Promise<boolean> =>
  (await secondStepOf(db, userId, 'password', hasPasskeys)) === 'none' && !(await signsInWithoutPassword(db, userId));
