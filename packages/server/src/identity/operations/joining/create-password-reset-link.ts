import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { conflict } from '../../../kernel/errors/request-errors.js';
import { isUuid } from '../../../kernel/identifiers.js';
import type { UseCase } from '../../../use-case/caller.js';
import { unknownTarget } from '../../directory/unknown-target.js';
import { auditUser } from '../../joining/audit-joining.js';
import type { JoiningDeps } from '../../joining/joining-deps.js';
import { showLink } from '../../joining/show-link.js';
import { createLink } from '../../one-time-links/one-time-links.js';
import { PASSWORD_RESET_MS } from '../../one-time-links/prepare-mail.js';
import { revokeLinks } from '../../records/joining/one-time-link-queries.js';
import { lockUser } from '../../records/user-queries.js';

/** Shows the administrator a link with which a person sets a new password: for servers that send no e-mail, and first passwords. */
export const createPasswordResetLink =
  ({ publicUrl, now }: JoiningDeps): UseCase<'createPasswordResetLink'> =>
  async (caller, { userId }) => {
    requireAdministrator(caller.principal, operations.createPasswordResetLink);
    if (!isUuid(userId)) throw unknownTarget('userId');
    const remedy = 'Send the request again with another Idempotency-Key to get another one.';
    const { answer, link } = await showLink(caller, publicUrl, remedy, async (tx) => {
      const user = await lockUser(tx, userId);
      if (user === undefined) throw unknownTarget('userId');
      if (user.kind !== 'person') throw conflict('The user is a service account, which has no password.');
      if (user.disabled) throw conflict('The user is disabled. Enable the user first, with updateUser.');
      await revokeLinks(tx, 'password-reset', userId);
      const expiresTs = new Date(now() + PASSWORD_RESET_MS);
      const linkId = await createLink(tx, { purpose: 'password-reset', subject: userId, expiresTs });
      const after = { expiresTs: expiresTs.toISOString() };
      await auditUser(tx, caller, userId, 'user.createPasswordResetLink', { before: null, after });
      return { answer: after, linkId };
    });
    return { link: link ?? '', ...answer };
  };
