import { appendAudit } from '../../../audit/records/append.js';
import { errorIds } from '../../../kernel/errors/error-ids.js';
import { conflict, notFound } from '../../../kernel/errors/request-errors.js';
import { isUuid } from '../../../kernel/identifiers.js';
import { principalId, type UseCase } from '../../../use-case/caller.js';
import { requireBrowserSession } from '../../joining/require-browser-session.js';
import { deleteLink, linksOf } from '../../records/sso/link-queries.js';
import { hasOtherSignIn } from '../../records/sso/other-sign-in.js';
import { endSessionsOfAccount } from '../../records/sso/sso-session-queries.js';
import { lockUser } from '../../records/user-queries.js';
import { linkOwner } from '../../sso/link-owner.js';
import { auditEnded } from '../../sso/logout.js';
import type { SsoDeps } from '../../sso/sso-deps.js';

/** deleteIdentityLink: the account, its groups and the sessions it opened go; a person's own last way to sign in stays, and the own account takes a session. */
export const deleteIdentityLink =
  ({ db, syncGroups }: Pick<SsoDeps, 'db' | 'syncGroups'>): UseCase<'deleteIdentityLink'> =>
  async (caller, { linkId, userId: given }) => {
    const isOwn = given === undefined || given.toLowerCase() === principalId(caller.principal);
    if (isOwn) requireBrowserSession(caller);
    const userId = await linkOwner(db, caller.principal, given, errorIds.mayNotUpdate);
    return caller.write(async (tx) => {
      await lockUser(tx, userId);
      const link = isUuid(linkId) ? await deleteLink(tx, linkId, userId) : undefined;
      if (link === undefined) throw notFound('linked account', linkId, ' of this user');
      if (isOwn && (await linksOf(tx, userId)).length === 0 && !(await hasOtherSignIn(tx, userId))) {
        throw conflict('This is your last way to sign in. Set a password or add a passkey first.');
      }
      await syncGroups(tx, caller, [userId]);
      const { issuer, subject, providerId } = link;
      const ended = await endSessionsOfAccount(tx, { issuer, subject, except: caller.signIn?.sessionId });
      await auditEnded(tx, ended, { traceId: caller.traceId, providerId, reason: 'user.unlinkIdentity' });
      await appendAudit(tx, caller, [
        {
          action: 'user.unlinkIdentity',
          subProjectId: null,
          subjectType: 'user',
          subjectId: userId,
          processId: null,
          before: { linkId: link.id, identityProvider: providerId, issuer, email: link.email },
          after: null,
        },
      ]);
      return { status: 'success' };
    });
  };
