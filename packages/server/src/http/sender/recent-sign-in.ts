import type { Operation } from '@millrace/contract';
import { stepUpRequired } from '../../kernel/errors/access-errors.js';
import type { SignIn, UserPrincipal } from '../../use-case/caller.js';

const MINUTE_MS = 60_000;

/**
 * Refuses a session whose person has not proved for too long who they are, where the operation asks for that (`stepUp` in the
 * contract). Tokens are not asked: they stand for programs, and are bounded by their scopes. An operation of administrators
 * refuses everybody else anyway, so that nobody proves who they are only to be refused. A dry run changes nothing.
 *
 * @param request its validated body
 * @param now milliseconds since 1970
 * @throws CatalogueError 1018
 */
export function requireRecentSignIn(
  { stepUp, permission, body }: Pick<Operation, 'stepUp' | 'permission' | 'body'>,
  principal: UserPrincipal | undefined,
  signIn: Pick<SignIn, 'credential' | 'authenticatedAt'> | undefined,
  request: unknown,
  now: number,
): void {
  if (stepUp === undefined || signIn?.credential !== 'session') return;
  if (permission.kind === 'admin' && principal?.administrator !== true) return;
  const takesDryRun = body !== undefined && Object.hasOwn(body.properties, 'dryRun');
  if (takesDryRun && (request as { readonly dryRun?: unknown }).dryRun === true) return;
  const { authenticatedAt = 0 } = signIn;
  if (authenticatedAt > now - stepUp * MINUTE_MS) return;
  throw stepUpRequired(
    `This operation needs a sign-in of the last ${stepUp} minutes. Prove again who you are with stepUp (password, passkey, ` +
      'code of the authenticator app or recovery code), or sign in again, and repeat the request.',
  );
}
