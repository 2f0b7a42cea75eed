import { digest, fromBase64, joined, passkeyHasSigned, utf8 } from './proofs.js';

/** In authenticator data: the person was present, and was verified at the authenticator (WebAuthn, 6.1). */
const FLAGS_AT = 32;
const PRESENT_AND_VERIFIED = 0x05;

/**
 * What is wrong with the signature of a passkey over the statement of a decision.
 *
 * @param log a row of the audit log
 * @returns undefined: nothing; null: the row has no signature
 */
export async function wrongPasskeySignature(
  log: Readonly<Record<string, unknown>>,
): Promise<string | null | undefined> {
  const signature = memberOf(log.after, 'signature');
  if (signature === undefined) return null;
  if (typeof log.statement !== 'string') return 'has a signature of a passkey and no statement';
  const text = (name: string): string => String(memberOf(signature, name) ?? '');
  const clientData = fromBase64(text('clientDataJSON'));
  const authenticatorData = fromBase64(text('authenticatorData'));
  const signed = joined(authenticatorData, await digest(clientData));
  if (!(await passkeyHasSigned(text('publicKey'), signed, fromBase64(text('signature'))))) {
    return 'the signature of its passkey is not valid';
  }
  const said = readJson(new TextDecoder().decode(clientData));
  const challenge = fromBase64(
    String(memberOf(said, 'challenge') ?? '')
      .replaceAll('-', '+')
      .replaceAll('_', '/'),
  );
  const isStatement = String(challenge) === String(await digest(utf8(log.statement)));
  if (!isStatement || memberOf(said, 'type') !== 'webauthn.get') return 'its passkey has signed another statement';
  const flags = authenticatorData[FLAGS_AT] ?? 0;
  return (flags & PRESENT_AND_VERIFIED) === PRESENT_AND_VERIFIED
    ? undefined
    : 'the person was not verified at the passkey that signed it';
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
