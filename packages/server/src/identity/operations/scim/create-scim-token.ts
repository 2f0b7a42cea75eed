import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { appendAudit } from '../../../audit/records/append.js';
import { conflict, invalidMember } from '../../../kernel/errors/request-errors.js';
import { newId } from '../../../kernel/identifiers.js';
import { principalId, type UseCase } from '../../../use-case/caller.js';
import { showSecretOnce } from '../../directory/show-once.js';
import { countScimTokens, insertScimToken } from '../../records/scim/scim-token-queries.js';
import { lockAdministrators } from '../../records/user-queries.js';
import { hashScimToken, newScimToken } from '../../scim/scim-token.js';
import { MOST_TOKENS, tokenView } from '../../scim/token-view.js';

const LONGEST_NAME = 100;
const DAY_MS = 86_400_000;
const SHOWN_BEFORE =
  'The request with this Idempotency-Key was carried out before and its token was shown then; it is stored only as a hash. Revoke that token and create another one.';

/** Creates a token of an identity provider; the secret is in this answer only. */
export const createScimToken = (): UseCase<'createScimToken'> => async (caller, request) => {
  requireAdministrator(caller.principal, operations.createScimToken);
  const { name, expiresInDays } = request;
  if (name.trim() === '' || name.length > LONGEST_NAME) {
    throw invalidMember('/name', `Must be 1 to ${LONGEST_NAME} characters that are not all white space.`);
  }
  const secret = newScimToken();
  return showSecretOnce(caller, { secret }, SHOWN_BEFORE, async (tx) => {
    // So that no two requests create the last one there may be.
    await lockAdministrators(tx);
    if ((await countScimTokens(tx)) >= MOST_TOKENS) {
      throw conflict(`There are ${MOST_TOKENS} SCIM tokens already. Revoke one that is not used any more.`);
    }
    const createdTs = new Date();
    const token = {
      id: newId(),
      name,
      createdBy: principalId(caller.principal),
      createdTs,
      expiresTs: expiresInDays === undefined ? null : new Date(createdTs.getTime() + expiresInDays * DAY_MS),
      usedTs: null,
    };
    await insertScimToken(tx, token, hashScimToken(secret));
    const view = tokenView(token);
    const subject = { subProjectId: null, subjectType: 'scimToken', subjectId: token.id, processId: null } as const;
    await appendAudit(tx, caller, [{ ...subject, action: 'scimToken.create', before: null, after: view }]);
    return { token: view };
  });
};
