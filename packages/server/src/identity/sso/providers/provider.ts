import { domainToASCII } from 'node:url';
import type { ConfiguredProvider } from '../../../kernel/config.js';

/** An OpenID Connect provider that people sign in with. */
export interface IdentityProvider extends ConfiguredProvider {
  /** Nobody can sign in with it; sessions that it opened go on. */
  readonly disabled: boolean;
  /** Settings of the server, or createIdentityProvider. */
  readonly source: 'settings' | 'operation';
  /** Undefined for one from the settings. */
  readonly createdTs: Date | undefined;
}

/** What a person or the settings say of a provider. */
export type ProviderDefinition = ConfiguredProvider;

/** What is wrong with a member of a definition. */
export interface DefinitionFault {
  readonly member: keyof ProviderDefinition;
  /** A whole sentence that says what would be right. */
  readonly detail: string;
}

const MAXIMUM_DOMAINS = 100;
const MAXIMUM_SCOPES = 20;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether the host of an address is this machine. Only there may a provider be reached without TLS. */
export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname);

/** The definition as it is kept: domains in lower case and ASCII, each once. */
export const normalized = <T extends Partial<Pick<ProviderDefinition, 'domains' | 'scopes'>>>(given: T): T => ({
  ...given,
  ...(given.domains === undefined ? {} : { domains: [...new Set(given.domains.map(normalDomain))] }),
  ...(given.scopes === undefined ? {} : { scopes: [...new Set(given.scopes)] }),
});

/** Everything that is wrong with a normalized definition, or with the part of it that is given. */
export function faultsOf(given: Partial<ProviderDefinition>): readonly DefinitionFault[] {
  const faults: DefinitionFault[] = [];
  const check = <K extends keyof ProviderDefinition>(
    member: K,
    isRight: (value: NonNullable<ProviderDefinition[K]>) => boolean,
    detail: string,
  ) => {
    const value = given[member];
    if (value !== undefined && !isRight(value as NonNullable<ProviderDefinition[K]>)) faults.push({ member, detail });
  };
  check(
    'id',
    (id) => /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(id),
    'must be 1 to 40 lower-case letters, digits and hyphens, with a letter or digit at both ends.',
  );
  check('name', (name) => isText(name, 100), 'must be 1 to 100 characters that are not all white space.');
  check('issuer', isIssuer, ISSUER_RULE);
  check('clientId', (id) => /^[\x21-\x7e]{1,1024}$/.test(id), 'must be 1 to 1024 visible ASCII characters.');
  check('clientSecret', (secret) => /^[\x20-\x7e]{1,4096}$/.test(secret), 'must be 1 to 4096 ASCII characters.');
  check(
    'domains',
    (domains) => domains.length <= MAXIMUM_DOMAINS && domains.every(isDomain),
    `must be at most ${MAXIMUM_DOMAINS} domain names such as example.com, without "@" and "*".`,
  );
  check('groupsClaim', (claim) => isText(claim, 200), 'must be the name of a claim, 1 to 200 characters.');
  check(
    'scopes',
    (scopes) => scopes.length <= MAXIMUM_SCOPES && scopes.every((one) => /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(one)),
    `must be at most ${MAXIMUM_SCOPES} scopes of RFC 6749, each without spaces and quotation marks.`,
  );
  if (given.provision === true && given.domains?.length === 0) {
    faults.push({
      member: 'provision',
      detail: 'needs at least one domain: only people with a verified address in a domain of the provider get a user.',
    });
  }
  return faults;
}

/** The domain of an e-mail address as `domains` has them. */
export const domainOf = (email: string): string => normalDomain(email.slice(email.lastIndexOf('@') + 1));

const ISSUER_RULE =
  'must be the https address that the provider names as `issuer`, without query and fragment; http is accepted only for a loopback address.';

function isIssuer(issuer: string): boolean {
  if (issuer.length > 1024 || !URL.canParse(issuer)) return false;
  const url = new URL(issuer);
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

const normalDomain = (domain: string): string => {
  const lower = domain.trim().toLowerCase().replace(/\.$/, '');
  return domainToASCII(lower) || lower;
};

const isDomain = (domain: string): boolean =>
  domain.length <= 253 && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(domain);

const isText = (text: string, maximum: number): boolean =>
  text.trim() !== '' && text.length <= maximum && !/\p{Cc}/u.test(text);
