import { notFound } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import { auditFactor } from '../../factors/audit-factor.js';
import { requireOwnSession } from '../../factors/own-session.js';
import { checkPasskeyName } from '../../passkeys/passkey-name.js';
import { passkeyView } from '../../passkeys/passkey-view.js';
import { renamePasskeyRow } from '../../records/factors/passkey-queries.js';

/** renamePasskey: another name for a passkey of the person who is signed in. */
export const renamePasskey = (): UseCase<'renamePasskey'> => async (caller, request) => {
  const { userId } = requireOwnSession(caller);
  const name = checkPasskeyName(request.name);
  return caller.write(async (tx) => {
    const before = await renamePasskeyRow(tx, userId, request.passkeyId, name);
    if (before === undefined) throw notFound('passkey', request.passkeyId, ' of yours');
    if (before.name !== name) {
      const change = { before: { passkey: before.name }, after: { passkey: name } };
      await auditFactor(tx, caller, userId, 'user.renamePasskey', change);
    }
    return { passkey: passkeyView({ ...before, name }) };
  });
};
