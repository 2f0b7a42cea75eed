import type { UseCases } from '../../use-case/caller.js';
import { confirmTotp } from '../operations/factors/confirm-totp.js';
import { createRecoveryCodes } from '../operations/factors/create-recovery-codes.js';
import { finishPasskeyRegistration } from '../operations/factors/finish-passkey-registration.js';
import { finishPasskeySignIn } from '../operations/factors/finish-passkey-sign-in.js';
import { finishSignIn } from '../operations/factors/finish-sign-in.js';
import { getFactors } from '../operations/factors/get-factors.js';
import { getSignInPolicy } from '../operations/factors/get-sign-in-policy.js';
import { removeFactors } from '../operations/factors/remove-factors.js';
import { removePasskey } from '../operations/factors/remove-passkey.js';
import { removeTotp } from '../operations/factors/remove-totp.js';
import { renamePasskey } from '../operations/factors/rename-passkey.js';
import { setSignInPolicy } from '../operations/factors/set-sign-in-policy.js';
import { startPasskeyRegistration } from '../operations/factors/start-passkey-registration.js';
import { startPasskeySignIn } from '../operations/factors/start-passkey-sign-in.js';
import { startTotp } from '../operations/factors/start-totp.js';
import { stepUp } from '../operations/factors/step-up.js';
import type { FactorDeps } from './factor-deps.js';

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
    removeFactors: removeFactors(),
    removePasskey: removePasskey(),
    removeTotp: removeTotp(),
    renamePasskey: renamePasskey(),
    setSignInPolicy: setSignInPolicy(),
    startPasskeyRegistration: startPasskeyRegistration(deps),
    startPasskeySignIn: startPasskeySignIn(deps),
    startTotp: startTotp(deps),
    stepUp: stepUp(deps),
  }) satisfies Partial<UseCases>;
