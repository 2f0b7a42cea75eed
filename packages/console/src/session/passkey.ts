import { call } from '../api/call.js';
import { addOperations } from '../api/operations.js';
import { passkeyOperations } from '../api/people-passkey-operations.js';

addOperations(passkeyOperations);

/** Whether this browser has passkeys, and the page is one that may use them. */
export const hasPasskeys = (): boolean => globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== undefined;

type PasskeyAnswer = Record<string, unknown>;

/** Asks the browser for a passkey; undefined: the person closed its dialog, or took too long. */
export async function askForPasskey(): Promise<PasskeyAnswer | undefined> {
  return answerOfPasskey((await call('startPasskeySignIn', {})).publicKey);
}

/** {@link askForPasskey}, for a request that the server has made. `signal` closes the dialog. */
export async function answerOfPasskey(publicKey: object, signal?: AbortSignal): Promise<PasskeyAnswer | undefined> {
  const options = publicKey as PublicKeyCredentialRequestOptionsJSON;
  try {
    const passkey = await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      ...(signal && { signal }),
    });
    return (passkey as PublicKeyCredential | null)?.toJSON() as PasskeyAnswer | undefined;
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return undefined;
    throw error;
  }
}
