import { createHash, randomInt } from 'node:crypto';

/** Codes that a person gets at once. */
export const RECOVERY_CODES = 10;

/** Letters and digits that are not mistaken for each other (Crockford's base32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;

/**
 * A set of new codes, `xxxx-xxxx-xxxx-xxxx`. Each carries 80 random bits: a hash of it, even a fast one, cannot be searched.
 */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return (characters.match(/.{4}/g) ?? []).join('-');
  });
}

/** A code as it is stored, or undefined for a text that can be none. @param code as typed: case and separators do not count */
export function recoveryCodeHash(userId: string, code: string): string | undefined {
  // Crockford: o is read as 0, i and l as 1.
  const typed = code.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
  if (typed.length !== LENGTH || [...typed].some((character) => !ALPHABET.includes(character))) return undefined;
  return createHash('sha256').update(`${userId}\0${typed}`).digest('base64url');
}
