import { CommandError, exitCodes } from '../terminal/exit-codes.js';

/** The command line as the authorization server knows it: a public application that is always there. */
export const CLI_APPLICATION = 'millrace-cli';

/** What the token endpoint answers. */
export interface PersonTokens {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** An error of OAuth 2, such as `authorization_pending`. */
export class OAuthError extends CommandError {
  constructor(
    readonly error: string,
    detail: string,
  ) {
    super(detail, exitCodes.unauthenticated);
  }
}

/**
 * Posts a form to an endpoint of the service.
 *
 * @throws OAuthError when the service refuses; CommandError when it cannot be reached or has no such endpoint
 */
export async function postForm(url: string, path: string, members: Readonly<Record<string, string>>): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ client_id: CLI_APPLICATION, ...members }),
    signal: AbortSignal.timeout(30_000),
  }).catch((error: unknown) => {
    throw new CommandError(`${url} cannot be reached: ${messageOf(error)}`, exitCodes.unavailable);
  });
  const text = await response.text();
  const answer = parse(text);
  if (response.ok) return answer;
  const { error, error_description: detail } = answer;
  if (typeof error === 'string') {
    throw new OAuthError(error, typeof detail === 'string' ? detail : `The service answered ${error}.`);
  }
  throw new CommandError(
    `${url} answered ${response.status}: it has no sign-in for people. Check the address, or sign in with --client-id.`,
  );
}

/** What the service calls itself: its answers in the browser name it (RFC 9207). @throws CommandError */
export async function issuerOf(url: string): Promise<string> {
  const response = await fetch(`${url}/.well-known/oauth-authorization-server`, {
    signal: AbortSignal.timeout(30_000),
  }).catch((error: unknown) => {
    throw new CommandError(`${url} cannot be reached: ${messageOf(error)}`, exitCodes.unavailable);
  });
  const { issuer, authorization_endpoint: endpoint } = parse(await response.text());
  if (response.ok && typeof issuer === 'string' && typeof endpoint === 'string') return issuer;
  throw new CommandError(`${url} has no sign-in for people. Check the address, or sign in with --client-id.`);
}

/** @throws CommandError when the answer has no tokens */
export function tokensOf(answer: unknown): PersonTokens {
  const { access_token, expires_in, refresh_token, scope } = parseRecord(answer);
  if (typeof access_token !== 'string' || typeof expires_in !== 'number' || typeof refresh_token !== 'string')
    throw new CommandError('The service answered without tokens.');
  return { access_token, expires_in, refresh_token, scope: typeof scope === 'string' ? scope : '' };
}

export const parseRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function parse(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return {};
  try {
    return parseRecord(JSON.parse(text));
  } catch {
    // Not JSON: not an endpoint of OAuth 2.
    return {};
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
