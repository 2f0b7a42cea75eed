import type { Sealing } from '../../kernel/sealing.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import type { SessionDeps } from '../sessions/session-deps.js';
import type { RelyingParty } from './relying-party.js';

/** What the operations on passkeys, authenticator apps and recovery codes need. */
export interface FactorDeps extends SessionDeps {
  /** Undefined where browsers offer no passkeys. */
  readonly party: RelyingParty | undefined;
  /** Tells people of changes. */
  readonly mails: MailQueue;
  /** Of the secrets of authenticator apps. */
  readonly sealing: Sealing;
}
