import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { appendAudit } from '../../../audit/records/append.js';
import { namesNothing } from '../../../kernel/errors/request-errors.js';
import { isUuid } from '../../../kernel/identifiers.js';
import type { UseCase } from '../../../use-case/caller.js';
import { deleteScimToken } from '../../records/scim/scim-token-queries.js';
import { tokenView } from '../../scim/token-view.js';

/** Ends a token of an identity provider; its next request is refused on every server. */
export const revokeScimToken =
  (): UseCase<'revokeScimToken'> =>
  async (caller, { tokenId }) => {
    requireAdministrator(caller.principal, operations.revokeScimToken);
    return caller.write(async (tx) => {
      const token = isUuid(tokenId) ? await deleteScimToken(tx, tokenId) : undefined;
      if (token === undefined) throw namesNothing('tokenId names no SCIM token.', '/tokenId');
      const subject = { subProjectId: null, subjectType: 'scimToken', subjectId: token.id, processId: null } as const;
      await appendAudit(tx, caller, [
        { ...subject, action: 'scimToken.revoke', before: tokenView(token), after: null },
      ]);
      return { status: 'success', message: `The token "${token.name}" is refused from now on.` };
    });
  };
