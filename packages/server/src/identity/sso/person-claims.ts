import { domainOf, type IdentityProvider } from './providers/provider.js';

/** Claims of an ID token, completed by those of the userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>;

/** What the provider says of the person who signed in. */
export interface PersonClaims {
  readonly name: string | undefined;
  /** In the form of the provider; undefined when there is none. */
  readonly email: string | undefined;
  /** Whether the provider vouches for the address, and speaks for its domain. */
  readonly isVouchedFor: boolean;
  /** Undefined: the provider does not say, and what is known stays. */
  readonly groups: readonly string[] | undefined;
}

const MAXIMUM_GROUPS = 1000;
const MAXIMUM_GROUP_NAME = 256;
const GOOGLE = 'https://accounts.google.com';
const MICROSOFT = /^https:\/\/login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn)\//;

/** Reads the claims; what is not of the right type counts as absent. */
export function readPersonClaims(claims: Claims, provider: IdentityProvider): PersonClaims {
  const email = text(claims.email, 254);
  return {
    name: nameOf(claims),
    email,
    isVouchedFor: email !== undefined && provider.domains.includes(domainOf(email)) && isVerified(claims, provider),
    groups: provider.groupsClaim === undefined ? undefined : groupsOf(claims, provider.groupsClaim),
  };
}

/**
 * `email_verified`, and what the large providers have instead: Entra ID leaves it out, because its addresses are what an
 * administrator of any tenant typed, and says in `xms_edov` whether the domain is the tenant's. Google says it of addresses
 * that others gave an account for; only `hd` says that the organisation manages the account.
 */
function isVerified(claims: Claims, { issuer, domains }: IdentityProvider): boolean {
  if (MICROSOFT.test(issuer)) return isTrue(claims.xms_edov) || claims.xms_edov === 1 || claims.xms_edov === '1';
  if (!isTrue(claims.email_verified)) return false;
  return issuer !== GOOGLE || (typeof claims.hd === 'string' && domains.includes(claims.hd.toLowerCase()));
}

/** Some providers write booleans as text. */
const isTrue = (value: unknown): boolean => value === true || value === 'true';

function nameOf(claims: Claims): string | undefined {
  const whole = text(claims.name, 1024);
  if (whole !== undefined) return whole;
  const parts = [text(claims.given_name, 500), text(claims.family_name, 500)].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' ') : text(claims.preferred_username, 1024);
}

/**
 * Absent means none: Okta and Keycloak leave the claim out for a person without groups. Entra ID leaves it out too when there
 * are more than 200, and then names it in `_claim_names`: what is known stays.
 */
function groupsOf(claims: Claims, claim: string): readonly string[] | undefined {
  const value = valueAt(claims, claim);
  if (value === undefined) return isElsewhere(claims, claim) ? undefined : [];
  const listed = Array.isArray(value) ? value : [value];
  const names = listed.flatMap((one) => text(one, MAXIMUM_GROUP_NAME) ?? []);
  return [...new Set(names)].sort().slice(0, MAXIMUM_GROUPS);
}

/** A claim by its name, else by a path such as `realm_access.roles`. Names of claims may be addresses with dots. */
function valueAt(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim];
  let value: unknown = claims;
  for (const step of claim.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

const isElsewhere = ({ _claim_names: names }: Claims, claim: string): boolean =>
  isRecord(names) && Object.hasOwn(names, claim);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const text = (value: unknown, maximum: number): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.length <= maximum && !/\p{Cc}/u.test(value)
    ? value.trim()
    : undefined;
