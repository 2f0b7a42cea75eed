import { mayAdminister } from '../../../access/require-administrator.js';
import { mayNotRead, unauthenticated } from '../../../kernel/errors/access-errors.js';
import { errorIds } from '../../../kernel/errors/error-ids.js';
import { isUuid } from '../../../kernel/identifiers.js';
import type { UseCase } from '../../../use-case/caller.js';
import { unknownTarget } from '../../directory/unknown-target.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import { passkeyView } from '../../passkeys/passkey-view.js';
import { passkeysOf } from '../../records/factors/passkey-queries.js';
import { secondFactorPolicy } from '../../records/factors/policy-queries.js';
import { countRecoveryCodes } from '../../records/factors/recovery-code-queries.js';
import { findTotp } from '../../records/factors/totp-queries.js';
import { passwordHashOf } from '../../records/password-queries.js';
import { findUser } from '../../records/user-queries.js';
import { requireUnlimited } from '../../sessions/whose.js';

/** getFactors: in which ways a person can sign in; of others for administrators. */
export const getFactors =
  ({ db }: Pick<FactorDeps, 'db'>): UseCase<'getFactors'> =>
  async ({ principal }, request) => {
    if (principal.kind !== 'user') throw unauthenticated('Only a user has ways to sign in.');
    const userId = request.userId?.toLowerCase() ?? principal.userId;
    if (userId === principal.userId) requireUnlimited(principal, errorIds.mayNotRead);
    else {
      if (!mayAdminister(principal)) throw mayNotRead('Only the administrator may ask for the factors of other users.');
      if (!isUuid(userId) || (await findUser(db, userId)) === undefined) throw unknownTarget('userId');
    }
    const [hash, passkeys, totp, recoveryCodes, secondFactor] = await Promise.all([
      passwordHashOf(db, userId),
      passkeysOf(db, userId),
      findTotp(db, userId),
      countRecoveryCodes(db, userId),
      secondFactorPolicy(db),
    ]);
    return {
      password: hash !== undefined,
      passkeys: passkeys.map(passkeyView),
      totp: totp === undefined ? null : { createdTs: totp.createdTs.toISOString() },
      recoveryCodes,
      secondFactor,
    };
  };
