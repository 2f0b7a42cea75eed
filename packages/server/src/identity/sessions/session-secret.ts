import { createHash, randomBytes } from 'node:crypto';

/** What a session cookie holds: 256 random bits. */
export const newSessionSecret = (): string => randomBytes(32).toString('base64url');

/** Whether a text can be the secret of a session. */
export const isSessionSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Only the hash is stored: who reads the table cannot use a session. A random secret needs no slow hash. */
export const hashSessionSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
