import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What an authenticator is made to do otherwise than it should. */
export interface Misbehaviour {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly userVerified?: boolean;
  readonly userPresent?: boolean;
  /** Replaces the count of this use. */
  readonly counter?: number;
  readonly type?: string;
  readonly attestation?: 'packed-x5c';
  readonly userHandle?: string;
  /** Signs with another key than the one that was registered. */
  readonly foreignKey?: boolean;
}

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id?: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** One passkey in an authenticator of software: real keys and signatures, no browser. */
export interface Authenticator {
  readonly id: string;
  /** As `navigator.credentials.create()` answers. */
  create(options: Options, wrong?: Misbehaviour): object;
  /** As `navigator.credentials.get()` answers. */
  get(options: Options, wrong?: Misbehaviour): object;
}

const UP = 0x01;
const UV = 0x04;
const BE = 0x08;
const BS = 0x10;
const AT = 0x40;

/**
 * @param origin of the page that the browser shows
 * @param device `synced`: as a password manager, which does not count its uses
 */
export function createAuthenticator(origin: string, device: 'security key' | 'synced' = 'security key'): Authenticator {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;
  let userHandle: string | undefined;
  const authenticatorData = (rpId: string, wrong: Misbehaviour, attested: Buffer | undefined): Buffer => {
    if (device === 'security key') counter += 1;
    const flags =
      (wrong.userPresent === false ? 0 : UP) |
      (wrong.userVerified === false ? 0 : UV) |
      (device === 'synced' ? BE | BS : 0) |
      (attested === undefined ? 0 : AT);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(wrong.counter ?? counter);
    const hash = createHash('sha256')
      .update(wrong.rpId ?? rpId)
      .digest();
    return Buffer.concat([hash, Buffer.of(flags), count, attested ?? Buffer.alloc(0)]);
  };
  const clientData = (type: string, challenge: string, wrong: Misbehaviour): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: false,
      }),
    );
  return {
    id,
    create({ challenge, rp, user }, wrong = {}) {
      userHandle = user?.id;
      const attested = Buffer.concat([Buffer.alloc(16), lengthOf(credentialId), credentialId, coseKey(keys.publicKey)]);
      const data = authenticatorData(rp?.id ?? '', wrong, attested);
      const statement =
        wrong.attestation === undefined ? [] : [cborText('x5c'), cborArray([cborBytes(randomBytes(64))])];
      const attestation = Buffer.concat([
        cborHead(5, 3),
        cborText('fmt'),
        cborText(wrong.attestation === undefined ? 'none' : 'packed'),
        cborText('attStmt'),
        cborHead(5, statement.length / 2),
        ...statement,
        cborText('authData'),
        cborBytes(data),
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, wrong).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: device === 'synced' ? ['internal', 'hybrid'] : ['usb'],
        },
      };
    },
    get({ challenge, rpId }, wrong = {}) {
      const data = authenticatorData(rpId ?? '', wrong, undefined);
      const client = clientData('webauthn.get', challenge, wrong);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const key = wrong.foreignKey === true ? stranger.privateKey : keys.privateKey;
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, key).toString('base64url'),
          userHandle: wrong.userHandle ?? userHandle,
        },
      };
    },
  };
}

/** RFC 9053: an EC2 key of P-256 for ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const members: readonly (readonly [number, Buffer])[] = [
    [1, cborInteger(2)],
    [3, cborInteger(-7)],
    [-1, cborInteger(1)],
    [-2, cborBytes(Buffer.from(x, 'base64url'))],
    [-3, cborBytes(Buffer.from(y, 'base64url'))],
  ];
  return Buffer.concat([
    cborHead(5, members.length),
    ...members.flatMap(([name, value]) => [cborInteger(name), value]),
  ]);
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return length;
}

/** RFC 8949: as much of CBOR as is needed here. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value);
  if (value < 256) return Buffer.of((major << 5) | 24, value);
  return Buffer.of((major << 5) | 25, value >> 8, value & 0xff);
}
const cborInteger = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborArray = (items: readonly Buffer[]): Buffer => Buffer.concat([cborHead(4, items.length), ...items]);
