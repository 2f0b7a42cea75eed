import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser, as it made them for its subscription: base64url. */
export interface SubscriptionKeys {
  /** Its public key on P-256, uncompressed: 65 bytes. */
  readonly p256dh: string;
  /** 16 bytes that the browser and this service share. */
  readonly auth: string;
}

/** What is random in an encryption; given by tests alone. */
export interface Randomness {
  readonly salt: Buffer;
  readonly privateKey: Buffer;
}

const CURVE = 'prime256v1';
const RECORD_BYTES = 4096;
/** One record holds the delimiter and the tag of AES-GCM beside the text. */
export const MOST_BYTES = RECORD_BYTES - 17 - 86;
const LAST_RECORD = 2;

const fresh = (): Randomness => {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return { salt: randomBytes(16), privateKey: pair.getPrivateKey() };
};

/**
 * Encrypts a message for a browser (RFC 8291 over RFC 8188, `aes128gcm`): the push service cannot read it.
 *
 * @throws Error when the key of the browser is not a point of the curve
 */
export function encrypt(text: Buffer, keys: SubscriptionKeys, { salt, privateKey }: Randomness = fresh()): Buffer {
  if (text.length > MOST_BYTES) throw new Error(`A push message holds at most ${MOST_BYTES} bytes`);
  const receiver = Buffer.from(keys.p256dh, 'base64url');
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  const sender = pair.getPublicKey();
  const shared = pair.computeSecret(receiver);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const material = derive(shared, Buffer.from(keys.auth, 'base64url'), info, 32);
  const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES);
  sizes.writeUInt8(sender.length, 4);
  return Buffer.concat([
    salt,
    sizes,
    sender,
    cipher.update(Buffer.concat([text, Buffer.from([LAST_RECORD])])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** Whether a message could be encrypted for these keys. */
export function areUsable(keys: SubscriptionKeys): boolean {
  try {
    encrypt(Buffer.alloc(0), keys);
    return true;
  } catch {
    return false;
  }
}

const derive = (material: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', material, salt, info, length));
