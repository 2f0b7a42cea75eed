import { randomBytes } from 'node:crypto';

/** Generated client ids start with this. */
export const CLIENT_ID_PREFIX = 'mrc_';

/** A new client id: 96 random bits, so that it cannot be guessed either. */
export const newClientId = (): string => `${CLIENT_ID_PREFIX}${randomBytes(12).toString('base64url')}`;

/** Whether a text can be a client id: 1 to 256 visible ASCII characters (RFC 6749, appendix A.1, without the space). */
export const isClientId = (text: string): boolean => /^[\x21-\x7e]{1,256}$/.test(text);
