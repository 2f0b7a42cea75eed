import { rateLimited } from '../../../kernel/errors/access-errors.js';
import { conflict, invalidMember } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import { checkEmail } from '../../directory/email.js';
import { auditUser } from '../../joining/audit-joining.js';
import type { JoiningDeps } from '../../joining/joining-deps.js';
import { requireBrowserSession } from '../../joining/require-browser-session.js';
import { createLink } from '../../one-time-links/one-time-links.js';
import { countLinksSince, revokeLinks } from '../../records/joining/one-time-link-queries.js';
import { lockUser } from '../../records/user-queries.js';

const LIFETIME_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
/** The e-mails go to addresses that are not confirmed. */
const CHANGES_PER_HOUR = 5;

/**
 * Sends a link to a new address of the person who is signed in, and a notice to the present one. Whether another user has the new
 * address is not told here, but to the person who opens the link (1009). Only with a session: who found a token must not take the
 * account over.
 */
export const requestEmailChange =
  ({ mails, now }: JoiningDeps): UseCase<'requestEmailChange'> =>
  async (caller, { email }) => {
    const userId = requireBrowserSession(caller);
    checkEmail(email);
    if (!mails.isOpen) throw conflict('This server sends no e-mail, so a new address cannot be confirmed.');
    return caller.write(async (tx) => {
      const user = await lockUser(tx, userId);
      if (user === undefined) throw conflict('The user is gone.');
      if (user.email === email) throw invalidMember('/email', 'This is your e-mail address already.');
      const at = now();
      if ((await countLinksSince(tx, 'email-change', userId, new Date(at - HOUR_MS))) >= CHANGES_PER_HOUR) {
        throw rateLimited('Too many requests for another e-mail address. Try again in an hour.', HOUR_MS / 1000);
      }
      await revokeLinks(tx, 'email-change', userId);
      const expiresTs = new Date(at + LIFETIME_MS);
      const linkId = await createLink(tx, { purpose: 'email-change', subject: userId, data: { email }, expiresTs });
      await mails.add(tx, { template: 'emailChange', to: { name: '', address: email }, data: {}, linkId });
      await mails.add(tx, {
        template: 'emailChangeNotice',
        to: { name: user.name, address: user.email },
        data: { newEmail: email },
      });
      await auditUser(tx, caller, userId, 'user.requestEmailChange', { before: null, after: { email } });
      return { status: 'sent' };
    });
  };
