import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Ids of applications start with this. */
const APPLICATION_PREFIX = 'mra_';
/** The command line that people sign in with; the first migration of applications has it. */
export const CLI_APPLICATION = 'millrace-cli';

export const newApplicationId = (): string => `${APPLICATION_PREFIX}${randomBytes(12).toString('base64url')}`;

/** What kinds of secret are made here, by their prefix; scanners for secrets look for it. */
export type SecretPrefix = 'mrs_' | 'mrq_' | 'mrr_' | 'mrd_';

/** 256 random bits: of an application (`mrs_`), an authorization code (`mrq_`), a refresh token (`mrr_`), a device code (`mrd_`). */
export const newRandomSecret = (prefix: SecretPrefix): string => `${prefix}${randomBytes(32).toString('base64url')}`;

/** What is stored of a secret with 256 random bits: no derivation is needed where nothing can be guessed. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Whether the secret has this hash; in a time that tells nothing. */
export const matchesHash = (secret: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashOfSecret(secret)), Buffer.from(hash.padEnd(43).slice(0, 43)));
