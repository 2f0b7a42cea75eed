import { call } from '../api/call.js';

/** Whether this browser has passkeys, and the page is one that may use them. */
export const hasPasskeys = (): boolean => globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== undefined;

/** Asks the browser for a passkey; undefined: the person closed its dialog, or took too long. */
export async function askForPasskey(): Promise<Record<string, unknown> | undefined> {
  const { publicKey } = await call('startPasskeySignIn', {});
  const options = publicKey as unknown as PublicKeyCredentialRequestOptionsJSON;
  try {
    const passkey = await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    });
    return (passkey as PublicKeyCredential | null)?.toJSON() as Record<string, unknown> | undefined;
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return undefined;
    throw error;
  }
}
