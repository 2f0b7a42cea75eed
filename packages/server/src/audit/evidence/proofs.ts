/**
 * What verifying evidence needs, with the Web Cryptography API alone: the same code runs in Node.js and in browsers.
 */

export type Bytes = Uint8Array<ArrayBuffer>;

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
export const digest = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** Of a text, in hexadecimal digits. */
export const sha256 = async (text: string): Promise<string> => toHex(await digest(utf8(text)));

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** Hash of a leaf (RFC 6962, 2.1), in hexadecimal digits as all here. */
export const leafHash = async (text: string): Promise<string> => toHex(await digest(joined(LEAF, utf8(text))));

const nodeHash = async (left: string, right: string): Promise<string> =>
  toHex(await digest(joined(NODE, fromHex(left), fromHex(right))));

/** The largest power of two that is smaller than `count`. */
const splitOf = (count: number): number => 2 ** Math.floor(Math.log2(count - 1));

/** The root to which a leaf leads by its path (RFC 6962, 2.1.1); undefined where the path does not fit the tree. */
export async function rootFrom(
  leaf: string,
  { position, count, path }: { readonly position: number; readonly count: number; readonly path: readonly string[] },
): Promise<string | undefined> {
  if (position < 0 || position >= count) return undefined;
  if (count === 1) return path.length === 0 ? leaf : undefined;
  const sibling = path.at(-1);
  if (sibling === undefined) return undefined;
  const split = splitOf(count);
  const isLeft = position < split;
  const inner = await rootFrom(leaf, {
    position: isLeft ? position : position - split,
    count: isLeft ? split : count - split,
    path: path.slice(0, -1),
  });
  if (inner === undefined) return undefined;
  return isLeft ? nodeHash(inner, sibling) : nodeHash(sibling, inner);
}

/** The fingerprint of a public key in PEM form: SHA-256 of its DER form. */
export const fingerprintOf = async (publicKey: string): Promise<string> => toHex(await digest(derOf(publicKey)));

/** Whether ECDSA on P-256 with SHA-256 by this key (PEM) signed a text; the signature is DER in base64. */
export async function hasSigned(publicKey: string, text: string, signature: string): Promise<boolean> {
  const parts = signatureParts(fromBase64(signature));
  if (parts === undefined) return false;
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('spki', derOf(publicKey), algorithm, false, ['verify']);
  return crypto.subtle.verify(algorithm, key, parts, utf8(text));
}

/** Whether bytes in base64 hold these, in hexadecimal digits. */
export const holds = (base64: string, hex: string): boolean => toHex(fromBase64(base64)).includes(hex);

/** Whether a passkey (public key in PEM form) signed these bytes: ECDSA on P-256, Ed25519 or RSA, each with what WebAuthn says. */
export async function passkeyHasSigned(publicKey: string, bytes: Bytes, signature: Bytes): Promise<boolean> {
  const der = derOf(publicKey);
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const parts = signatureParts(signature);
  const candidates = [
    ...(parts === undefined ? [] : [{ algorithm: ecdsa, proof: parts }]),
    { algorithm: { name: 'Ed25519' }, proof: signature },
    { algorithm: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, proof: signature },
  ];
  for (const { algorithm, proof } of candidates) {
    // A key of another kind cannot be imported.
    const key = await crypto.subtle.importKey('spki', der, algorithm, false, ['verify']).catch(() => undefined);
    if (key !== undefined) return crypto.subtle.verify(algorithm, key, proof, bytes);
  }
  return false;
}

const PART_BYTES = 32;
const SEQUENCE = 0x30;
const INTEGER = 0x02;

/** The two numbers of an ECDSA signature in DER form, one after the other, as the Web Cryptography API takes them. */
function signatureParts(der: Bytes): Bytes | undefined {
  if (der[0] !== SEQUENCE || der[1] !== der.length - 2) return undefined;
  const parts: Bytes[] = [];
  let at = 2;
  while (at < der.length) {
    const length = der[at + 1] ?? 0;
    if (der[at] !== INTEGER || at + 2 + length > der.length) return undefined;
    const digits = der.slice(at + 2, at + 2 + length);
    const number = digits[0] === 0 ? digits.slice(1) : digits;
    if (number.length > PART_BYTES) return undefined;
    parts.push(joined(new Uint8Array(PART_BYTES - number.length), number));
    at += 2 + length;
  }
  return parts.length === 2 ? joined(...parts) : undefined;
}

/** The bytes of a PEM text. */
const derOf = (pem: string): Bytes => fromBase64(pem.replace(/-----[^-]+-----|\s/g, ''));

export function fromBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

const toHex = (bytes: Bytes): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const fromHex = (text: string): Bytes =>
  Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

export function joined(...parts: readonly Bytes[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
