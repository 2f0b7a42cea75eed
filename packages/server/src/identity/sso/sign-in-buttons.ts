import { startUrl } from './providers/addresses.js';
import { domainOf } from './providers/provider.js';
import type { SsoDeps } from './sso-deps.js';

/** A provider as a sign-in page shows it. */
export interface SignInButton {
  readonly id: string;
  readonly name: string;
  /** Address to open. */
  readonly startUrl: string;
  /** Whether it speaks for the domain of the address that was given. */
  readonly forDomain: boolean;
}

/** The providers that people can sign in with now; those for the domain of an address first. */
export async function signInButtons(
  { db, providers, publicUrl }: Pick<SsoDeps, 'db' | 'providers' | 'publicUrl'>,
  email: string | undefined,
): Promise<readonly SignInButton[]> {
  const domain = email === undefined ? undefined : domainOf(email);
  const buttons = (await providers.all(db))
    .filter(({ disabled }) => !disabled)
    .map(({ id, name, domains }) => ({
      id,
      name,
      startUrl: startUrl(publicUrl, id),
      forDomain: domain !== undefined && domains.includes(domain),
    }));
  return [...buttons.filter(({ forDomain }) => forDomain), ...buttons.filter(({ forDomain }) => !forDomain)];
}
