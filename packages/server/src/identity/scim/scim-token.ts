import { createHash, randomBytes } from 'node:crypto';

/** A token of an identity provider: 256 random bits behind a prefix that secret scanners can look for. */
export const newScimToken = (): string => `mrsc_${randomBytes(32).toString('base64url')}`;

/** What a token looks like. */
export const SCIM_TOKEN = /^mrsc_[\w-]{43}$/;

/** What of a token is stored: it is random, so nothing slower than SHA-256 is needed. */
export const hashScimToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
