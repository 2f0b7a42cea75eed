import { randomBytes } from 'node:crypto';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import type { HookDefinition } from './hook.js';

type Scheme = HookDefinition['scheme'];

/** A secret as senders of the scheme have them. */
export const newHookSecret = (scheme: Scheme): string =>
  scheme === 'standard' ? `whsec_${randomBytes(24).toString('base64')}` : randomBytes(32).toString('base64url');

const SHORTEST = 16;

/** @throws CatalogueError 1232 for a secret that the scheme cannot have, or that could be guessed */
export function checkHookSecret(scheme: Scheme, secret: string): string {
  const invalid = (detail: string) => invalidValue(detail, [{ pointer: '/secret', detail }]);
  if (scheme !== 'standard') {
    if (secret.length < SHORTEST) throw invalid(`The secret must have at least ${SHORTEST} characters.`);
    return secret;
  }
  const bytes = /^(?:whsec_)?([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  if (bytes === undefined || Buffer.from(bytes, 'base64').length < SHORTEST) {
    throw invalid(`A secret of Standard Webhooks is whsec_ and at least ${SHORTEST} bytes in base64.`);
  }
  return secret;
}

/** Whether the scheme can have the secret. */
export function isHookSecret(scheme: Scheme, secret: string): boolean {
  try {
    checkHookSecret(scheme, secret);
    return true;
  } catch (error) {
    if (error instanceof CatalogueError) return false;
    throw error;
  }
}
