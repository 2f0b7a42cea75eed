import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with the parameters that every authenticator app has: SHA-1, six digits, 30 seconds. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** RFC 6238, section 5.2: one step for clocks that differ and for codes that were typed slowly. */
const SKEW_STEPS = 1;

/** RFC 4226, section 4: 160 bits, the length of SHA-1. */
export const TOTP_SECRET_BYTES = 20;

/** The number of the step of 30 seconds that a time is in. @param now milliseconds since 1970 */
export const stepAt = (now: number): number => Math.floor(now / STEP_MS);

/** The code of a step (RFC 4226, section 5.3). @param digits 6 to 8 */
export function codeOfStep(secret: Uint8Array, step: number, digits: number = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const truncated = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(truncated % 10 ** digits).padStart(digits, '0');
}

/**
 * The step that a typed code belongs to, or undefined. A code counts once: only steps after `lastStep` are taken.
 *
 * @param code as typed; spaces do not count
 * @param now milliseconds since 1970
 * @param lastStep the last step that was accepted; undefined before the first
 */
export function acceptedStep(
  secret: Uint8Array,
  code: string,
  now: number,
  lastStep: number | undefined,
): number | undefined {
  const typed = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(typed)) return undefined;
  const current = stepAt(now);
  const matching = [current, current - SKEW_STEPS, current + SKEW_STEPS].filter((step) =>
    timingSafeEqual(Buffer.from(codeOfStep(secret, step)), Buffer.from(typed)),
  );
  return matching.find((step) => lastStep === undefined || step > lastStep);
}

/** The URI that authenticator apps read from a QR code (Google Authenticator's Key URI Format). */
export function totpUri(options: {
  readonly secret: string;
  readonly issuer: string;
  readonly account: string;
}): string {
  const issuer = encodeURIComponent(options.issuer);
  const account = encodeURIComponent(options.account);
  return `otpauth://totp/${issuer}:${account}?secret=${options.secret}&issuer=${issuer}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}
