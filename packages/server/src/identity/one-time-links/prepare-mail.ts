import { appendAudit } from '../../audit/records/append.js';
import { newId } from '../../kernel/identifiers.js';
import type { PreparedMail, PrepareMail } from '../../mail/prepared-mail.js';
import { countSentSince, type MailRow, setMailLink } from '../../mail/records/mails.js';
import type { Transaction } from '../../postgres/database.js';
import { systemPrincipal } from '../../use-case/caller.js';
import { signsInWithoutPassword } from '../records/factors/policy-queries.js';
import { countLinksSince, findLink } from '../records/joining/one-time-link-queries.js';
import { localeAt, localeOf } from '../records/user-locale-queries.js';
import { findUserByEmail } from '../records/user-queries.js';
import { createLink, issueToken, linkPath } from './one-time-links.js';

/** How long a link to set a new password works. */
export const PASSWORD_RESET_MS = 30 * 60_000;

/** E-mails to set a new password that one user gets in an hour. */
const RESETS_PER_HOUR = 5;

/**
 * Prepares e-mails with links. An e-mail whose link was used, revoked or has expired is not sent.
 *
 * Whether an address that asks for a new password belongs to a user is looked up here and not in the request, so that the
 * request does the same for every address.
 */
export const prepareMail: PrepareMail = async (tx, mail) => {
  if (mail.linkId !== null) return withLink(tx, mail.linkId, mail.recipient);
  if (mail.template === 'passwordReset') return passwordReset(tx, mail);
  return { to: mail.recipient, locale: await localeAt(tx, mail.recipient.address) };
};

async function withLink(tx: Transaction, linkId: string, to: PreparedMail['to']): Promise<PreparedMail | undefined> {
  const link = await findLink(tx, linkId);
  if (link?.state !== 'open') return undefined;
  // The person who is invited has no user yet.
  const locale = link.purpose === 'invitation' ? null : await localeOf(tx, link.subject);
  return { to, locale, link: { path: linkPath(await issueToken(tx, linkId)), expiresTs: link.expiresTs } };
}

async function passwordReset(tx: Transaction, mail: MailRow): Promise<PreparedMail | undefined> {
  const user = await findUserByEmail(tx, mail.recipient.address);
  if (user === undefined || user.disabled || user.kind !== 'person') return undefined;
  const since = new Date(Date.now() - 3_600_000);
  const to = { name: user.name, address: user.email };
  if (await signsInWithoutPassword(tx, user.id)) {
    const isTooMuch = (await countSentSince(tx, mail, since)) >= RESETS_PER_HOUR;
    return isTooMuch ? undefined : { to, locale: await localeOf(tx, user.id), instead: 'noPassword' };
  }
  if ((await countLinksSince(tx, 'password-reset', user.id, since)) >= RESETS_PER_HOUR) return undefined;
  const expiresTs = new Date(Date.now() + PASSWORD_RESET_MS);
  const linkId = await createLink(tx, { purpose: 'password-reset', subject: user.id, expiresTs });
  await setMailLink(tx, mail.id, linkId);
  await appendAudit(tx, { principal: systemPrincipal, traceId: newId() }, [
    {
      action: 'user.requestPasswordReset',
      subProjectId: null,
      subjectType: 'user',
      subjectId: user.id,
      processId: null,
      before: null,
      after: null,
    },
  ]);
  // The address of the user, not the one that was typed: they may differ in letters that only look alike.
  return withLink(tx, linkId, to);
}
