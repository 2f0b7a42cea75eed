import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'mrp';
const SECRET_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = /^mrp_([0-9a-f]{32})_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/;

/** Whether a bearer token is meant to be a personal one. */
export const looksPersonal = (token: string): boolean => token.startsWith(`${PREFIX}_`);

/** A personal token in its parts. */
export interface ParsedPersonalToken {
  readonly id: string;
  readonly secret: string;
}

/**
 * `mrp_<id>_<secret><checksum>`: a prefix that secret scanners look for, the id of its row, 238 random bits, and the CRC-32 of
 * all of it, by which a scanner tells a token from a text that looks like one.
 *
 * @param id a UUID
 */
export function newPersonalToken(id: string): { readonly token: string; readonly hash: string } {
  const secret = Array.from({ length: SECRET_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('');
  const body = `${PREFIX}_${id.replaceAll('-', '')}_${secret}`;
  return { token: `${body}${checksumOf(body)}`, hash: hashPersonalSecret(secret) };
}

/** The parts of a token; undefined for a text that cannot be one. */
export function parsePersonalToken(token: string): ParsedPersonalToken | undefined {
  const [, hex, secret, checksum] = FORM.exec(token) ?? [];
  if (hex === undefined || secret === undefined) return undefined;
  if (checksumOf(token.slice(0, -CHECKSUM_LENGTH)) !== checksum) return undefined;
  return { id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), secret };
}

/** A random secret needs no slow hash. */
const hashPersonalSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Whether the hash is that of the secret. */
export const isPersonalSecret = (secret: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashPersonalSecret(secret)), Buffer.from(hash));

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = `${DIGITS[rest % DIGITS.length]}${digits}`;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
