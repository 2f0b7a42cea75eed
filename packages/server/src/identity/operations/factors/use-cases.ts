import type { UseCases } from '../../../use-case/caller.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import { confirmTotp } from './confirm-totp.js';
import { createRecoveryCodes } from './create-recovery-codes.js';
import { finishPasskeyRegistration } from './finish-passkey-registration.js';
import { finishPasskeySignIn } from './finish-passkey-sign-in.js';
import { finishSignIn } from './finish-sign-in.js';
import { getFactors } from './get-factors.js';
import { getSignInPolicy } from './get-sign-in-policy.js';
import { removeFactors } from './remove-factors.js';
import { removePasskey } from './remove-passkey.js';
import { removeTotp } from './remove-totp.js';
import { renamePasskey } from './rename-passkey.js';
import { setSignInPolicy } from './set-sign-in-policy.js';
import { startPasskeyRegistration } from './start-passkey-registration.js';
import { startPasskeySignIn } from './start-passkey-sign-in.js';
import { startTotp } from './start-totp.js';
import { stepUp } from './step-up.js';

/** The operations on passkeys, authenticator apps and recovery codes, and the second step of a sign-in. */
export const factorUseCases = (deps: FactorDeps) =>
  ({
    confirmTotp: confirmTotp(deps),
    createRecoveryCodes: createRecoveryCodes(deps),
    finishPasskeyRegistration: finishPasskeyRegistration(deps),
    finishPasskeySignIn: finishPasskeySignIn(deps),
    finishSignIn: finishSignIn(deps),
    getFactors: getFactors(deps),
    getSignInPolicy: getSignInPolicy(deps),
    removeFactors: removeFactors(deps),
    removePasskey: removePasskey(deps),
    removeTotp: removeTotp(deps),
    renamePasskey: renamePasskey(),
    setSignInPolicy: setSignInPolicy(),
    startPasskeyRegistration: startPasskeyRegistration(deps),
    startPasskeySignIn: startPasskeySignIn(deps),
    startTotp: startTotp(deps),
    stepUp: stepUp(deps),
  }) satisfies Partial<UseCases>;
