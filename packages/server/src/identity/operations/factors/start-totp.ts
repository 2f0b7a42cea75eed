import { randomBytes } from 'node:crypto';
import { unauthenticated } from '../../../kernel/errors/access-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import { requireOwnSession } from '../../factors/own-session.js';
import { storeTotp } from '../../records/factors/totp-queries.js';
import { findUser } from '../../records/user-queries.js';
import { toBase32 } from '../../totp/base32.js';
import { totpContext } from '../../totp/prove-code.js';
import { TOTP_SECRET_BYTES, totpUri } from '../../totp/totp.js';

/** startTotp: a secret for an authenticator app, which counts once it was confirmed. */
export const startTotp =
  ({ sealing, now }: FactorDeps): UseCase<'startTotp'> =>
  async (caller) => {
    const { userId } = requireOwnSession(caller);
    const secret = toBase32(randomBytes(TOTP_SECRET_BYTES));
    return caller.write(async (tx) => {
      const user = await findUser(tx, userId);
      if (user === undefined) throw unauthenticated('The user of this request is gone.');
      await storeTotp(tx, userId, sealing.seal(totpContext(userId), secret), new Date(now()));
      return { secret, uri: totpUri({ secret, issuer: 'Millrace', account: user.email }) };
    });
  };
