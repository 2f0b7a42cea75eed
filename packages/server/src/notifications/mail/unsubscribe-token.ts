import { createHmac, timingSafeEqual } from 'node:crypto';
import { type NotificationReason, notificationReasons } from '@millrace/contract';
import { isUuid } from '../../kernel/identifiers.js';

/** What a link stops: e-mails at once for some reasons, or the digest. */
export type Unsubscribed = readonly NotificationReason[] | 'digest';

/** Reasons as they are counted in links that were sent: new ones are added at the end. */
const inLinks = [
  'assigned',
  'mentioned',
  'candidate',
  'due',
  'incident',
  'decided',
  'commented',
  'breached',
] as const satisfies readonly NotificationReason[];

const USER_BYTES = 16;
const PROOF_BYTES = 16;
const BYTES = USER_BYTES + 1 + PROOF_BYTES;

const proofOf = (key: Buffer, said: Buffer): Buffer =>
  createHmac('sha256', key).update('unsubscribe').update(said).digest().subarray(0, PROOF_BYTES);

/** The last part of a link that stops e-mails of a person. It has no end, because people keep e-mails. */
export function unsubscribeToken(key: Buffer, userId: string, what: Unsubscribed): string {
  const bits = what === 'digest' ? 0 : what.reduce((sum, reason) => sum | (1 << inLinks.indexOf(reason)), 0);
  const said = Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), Buffer.from([bits])]);
  return Buffer.concat([said, proofOf(key, said)]).toString('base64url');
}

/** What a link says, before it is known to be ours; undefined: it is none. */
export interface UnsubscribeLink {
  readonly userId: string;
  readonly what: Unsubscribed;
  isProvedBy(key: Buffer): boolean;
}

export function readUnsubscribeToken(token: string): UnsubscribeLink | undefined {
  if (!/^[\w-]{44}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== BYTES) return undefined;
  const said = bytes.subarray(0, USER_BYTES + 1);
  const hex = said.subarray(0, USER_BYTES).toString('hex');
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (!isUuid(userId)) return undefined;
  const bits = said[USER_BYTES] ?? 0;
  const reasons = notificationReasons.filter((reason) => (bits & (1 << inLinks.indexOf(reason))) !== 0);
  return {
    userId,
    what: bits === 0 ? 'digest' : reasons,
    isProvedBy: (key) => timingSafeEqual(proofOf(key, said), bytes.subarray(USER_BYTES + 1)),
  };
}
