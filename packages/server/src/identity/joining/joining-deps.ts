import type { MailQueue } from '../../mail/mail-queue.js';
import type { FactorDeps } from '../factors/factor-deps.js';
import type { SessionDeps } from '../sessions/session-deps.js';

/** What the operations need by which people join, and get back in when a password or an address changes. */
export interface JoiningDeps extends SessionDeps, Pick<FactorDeps, 'party'> {
  readonly mails: MailQueue;
  /** Public address of the service, without a slash at the end. */
  readonly publicUrl: string;
}
