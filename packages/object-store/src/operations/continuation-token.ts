import { S3Error } from '../kernel/error.js';

/** The token is the last item of the previous page, encoded so that clients do not depend on its form. */
export function encodeToken(item: string): string {
  return Buffer.from(`1${item}`, 'utf8').toString('base64url');
}

/** @throws InvalidArgument for a token that this store did not make */
export function decodeToken(token: string): string {
  const text = Buffer.from(token, 'base64url').toString('utf8');
  if (text.startsWith('1') && encodeToken(text.slice(1)) === token) return text.slice(1);
  throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect', {
    ArgumentName: 'continuation-token',
  });
}
