import { createPublicKey, type JsonWebKey, randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { once } from '../../kernel/once.js';
import type { RelyingParty } from '../factors/relying-party.js';

/** Time that a browser and a person have for one registration or sign-in; the challenge is valid for as long. */
export const CEREMONY_MS = 5 * 60_000;

/** ES256, EdDSA and RS256: what authenticators have and every supported Node can verify. */
const ALGORITHMS = [-7, -8, -257];

/** What is kept of a passkey. */
export interface Passkey {
  /** Credential id, base64url. */
  readonly id: string;
  /** COSE key. */
  readonly publicKey: Buffer;
  /** Of its last use; 0 when the authenticator does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** Whether the authenticator can copy it to other devices. */
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
}

/** What a sign-in changes of a passkey. */
export type PasskeyUse = Pick<Passkey, 'counter' | 'backedUp'>;

/** An answer of a browser that proves nothing. The reason is for the log: a stranger learns nothing from it. */
export class PasskeyRefused extends Error {
  override readonly name = 'PasskeyRefused';
}

const loadLibrary = once(() => import('@simplewebauthn/server'));
const loadHelpers = once(() => import('@simplewebauthn/server/helpers'));

/** A challenge: 256 random bits. */
export const newChallenge = (): string => randomBytes(32).toString('base64url');

/** What `navigator.credentials.create()` gets: a discoverable passkey with user verification. */
export async function registrationOptions(
  party: RelyingParty,
  challenge: string,
  user: { readonly id: string; readonly name: string; readonly email: string },
  existing: readonly Pick<Passkey, 'id' | 'transports'>[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpName: 'Millrace',
    rpID: party.id,
    challenge: bytesOf(challenge),
    userID: new Uint8Array(userHandle(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    timeout: CEREMONY_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports: [...transports] })),
  });
}

/**
 * What `navigator.credentials.get()` gets.
 *
 * @param passkeys the only ones that may sign; absent: the browser offers those it has
 */
export async function signInOptions(
  party: RelyingParty,
  challenge: string,
  passkeys?: readonly Pick<Passkey, 'id' | 'transports'>[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(challenge),
    timeout: CEREMONY_MS,
    userVerification: 'required',
    ...(passkeys === undefined
      ? {}
      : { allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports: [...transports] })) }),
  });
}

/**
 * The new passkey of a browser's answer.
 *
 * @throws PasskeyRefused
 */
export async function verifyRegistration(party: RelyingParty, challenge: string, response: unknown): Promise<Passkey> {
  const answer = registrationAnswer(response);
  return refusing(async () => {
    await refuseCertificates(answer.response.attestationObject);
    const { verifyRegistrationResponse } = await loadLibrary();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) throw new PasskeyRefused('the signature is wrong');
    const { credential, credentialBackedUp, credentialDeviceType } = registrationInfo;
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: answer.response.transports ?? [],
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    };
  });
}

/**
 * Whether a browser's answer was signed by the passkey, for this challenge, here, with user verification.
 *
 * @param userId whose passkey it is
 * @throws PasskeyRefused
 */
export async function verifySignIn(
  party: RelyingParty,
  challenge: string,
  response: unknown,
  passkey: Passkey,
  userId: string,
): Promise<PasskeyUse> {
  const answer = signInAnswer(response);
  return refusing(async () => {
    if (answer.id !== passkey.id) throw new PasskeyRefused('the answer is of another passkey');
    const handle = answer.response.userHandle;
    if (handle !== undefined && handle !== userHandle(userId).toString('base64url')) {
      throw new PasskeyRefused('the answer names another user');
    }
    const { verifyAuthenticationResponse } = await loadLibrary();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: [...passkey.transports],
      },
    });
    if (!verified) throw new PasskeyRefused('the signature is wrong');
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
  });
}

/** The challenge that a browser's answer names. It proves nothing: it only says which row to look for. @throws PasskeyRefused */
export function challengeOf(response: unknown): string {
  const clientData = textIn(objectIn(response, 'response'), 'clientDataJSON');
  try {
    return textIn(JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as unknown, 'challenge');
  } catch (error) {
    throw new PasskeyRefused('clientDataJSON cannot be read', { cause: error });
  }
}

/** What a passkey has signed, for others to verify: all in base64. @throws PasskeyRefused */
export function signedParts(response: unknown) {
  const answer = signInAnswer(response).response;
  const inBase64 = (text: string): string => Buffer.from(text, 'base64url').toString('base64');
  return {
    authenticatorData: inBase64(answer.authenticatorData),
    clientDataJSON: inBase64(answer.clientDataJSON),
    signature: inBase64(answer.signature),
  };
}

/** The public key of a passkey as OpenSSL reads it (SPKI in PEM form). */
export async function publicKeyPem({ publicKey }: Pick<Passkey, 'publicKey'>): Promise<string> {
  const { cose, decodeCredentialPublicKey } = await loadHelpers();
  const key = decodeCredentialPublicKey(new Uint8Array(publicKey));
  const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('base64url');
  const jwkOf = (): JsonWebKey => {
    if (cose.isCOSEPublicKeyEC2(key))
      return { kty: 'EC', crv: 'P-256', x: text(key.get(cose.COSEKEYS.x)), y: text(key.get(cose.COSEKEYS.y)) };
    if (cose.isCOSEPublicKeyRSA(key))
      return { kty: 'RSA', n: text(key.get(cose.COSEKEYS.n)), e: text(key.get(cose.COSEKEYS.e)) };
    if (cose.isCOSEPublicKeyOKP(key)) return { kty: 'OKP', crv: 'Ed25519', x: text(key.get(cose.COSEKEYS.x)) };
    throw new PasskeyRefused('its public key is of an unknown kind');
  };
  return createPublicKey({ format: 'jwk', key: jwkOf() }).export({ format: 'pem', type: 'spki' }).toString();
}

/** The passkey that a browser's answer names. @throws PasskeyRefused */
export const passkeyIdOf = (response: unknown): string => textIn(response, 'id');

/** The user as authenticators keep it: 16 bytes that tell nothing about the person. */
const userHandle = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex');

const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));

/**
 * No attestation is asked for, so an honest browser sends none, or a signature of the passkey's own key. The library looks
 * up revoked certificates at addresses that the certificates name: those of strangers must not reach it.
 */
async function refuseCertificates(attestation: string): Promise<void> {
  const { decodeAttestationObject } = await loadHelpers();
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')));
  const format = decoded.get('fmt');
  if (format === 'none') return;
  if (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined) {
    throw new PasskeyRefused(`the attestation ${format} was not asked for`);
  }
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PasskeyRefused) throw error;
    // The library throws plain errors for everything that does not fit: bad encodings, wrong origin, replayed counters.
    throw new PasskeyRefused(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function registrationAnswer(given: unknown): RegistrationResponseJSON {
  const response = objectIn(given, 'response');
  return {
    ...credential(given),
    response: {
      clientDataJSON: textIn(response, 'clientDataJSON'),
      attestationObject: textIn(response, 'attestationObject'),
      transports: transportsOf(response),
    },
  };
}

function signInAnswer(given: unknown): AuthenticationResponseJSON {
  const response = objectIn(given, 'response');
  const handle = memberOf(response, 'userHandle');
  return {
    ...credential(given),
    response: {
      clientDataJSON: textIn(response, 'clientDataJSON'),
      authenticatorData: textIn(response, 'authenticatorData'),
      signature: textIn(response, 'signature'),
      ...(typeof handle === 'string' && handle !== '' ? { userHandle: handle } : {}),
    },
  };
}

const credential = (given: unknown) => ({
  id: textIn(given, 'id'),
  rawId: textIn(given, 'rawId'),
  type: 'public-key' as const,
  clientExtensionResults: {},
});

/** Hints of how the browser reaches the authenticator; of anything else nothing is kept. */
function transportsOf(response: object): string[] {
  const given = memberOf(response, 'transports');
  if (!Array.isArray(given)) return [];
  return given.filter((one): one is string => typeof one === 'string' && /^[a-z-]{1,32}$/.test(one)).slice(0, 10);
}

function memberOf(given: unknown, name: string): unknown {
  if (typeof given !== 'object' || given === null) return undefined;
  return (given as Readonly<Record<string, unknown>>)[name];
}

function objectIn(given: unknown, name: string): object {
  const value = memberOf(given, name);
  if (typeof value === 'object' && value !== null) return value;
  throw new PasskeyRefused(`${name} is missing`);
}

function textIn(given: unknown, name: string): string {
  const value = memberOf(given, name);
  if (typeof value === 'string' && value !== '' && value.length <= 65_536) return value;
  throw new PasskeyRefused(`${name} is missing or too long`);
}
