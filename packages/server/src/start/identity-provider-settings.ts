import { type DefinitionFault, faultsOf, normalized } from '../identity/sso/providers/provider.js';
import type { Config, ConfiguredProvider } from '../kernel/config.js';

/** Members of a provider by the last part of the name of their variable. */
const PARTS = {
  ISSUER: 'issuer',
  CLIENT_ID: 'clientId',
  CLIENT_SECRET: 'clientSecret',
  DOMAINS: 'domains',
  PROVISION: 'provision',
  GROUPS_CLAIM: 'groupsClaim',
  SCOPES: 'scopes',
  LABEL: 'name',
} as const satisfies Record<string, DefinitionFault['member']>;
type Part = keyof typeof PARTS;

const PREFIX = 'MILLRACE_OIDC_';
const NAME = new RegExp(`^${PREFIX}([A-Z0-9]+(?:_[A-Z0-9]+)*?)_(${Object.keys(PARTS).join('|')})$`);
const PRIVATE_HOSTS = `${PREFIX}PRIVATE_HOSTS`;

/** Identity providers as the operator names them in the environment (`MILLRACE_OIDC_<NAME>_ISSUER` and others). */
export type IdentityProviderSettings = Config['identityProviders'] & {
  /** What is wrong, each with the name of the variable. */
  readonly problems: readonly string[];
};

/** Reads `MILLRACE_OIDC_…`; an empty variable counts as absent. Never throws. */
export function readIdentityProviders(environment: NodeJS.ProcessEnv): IdentityProviderSettings {
  const problems: string[] = [];
  const given = new Map<string, Partial<Record<Part, string>>>();
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith(PREFIX) || variable === PRIVATE_HOSTS || !value) continue;
    const [, name, part] = NAME.exec(variable) ?? [];
    if (name === undefined || part === undefined) {
      problems.push(
        `${variable}: is no setting. Identity providers have ${PREFIX}<NAME>_ and one of ${Object.keys(PARTS).join(', ')}`,
      );
    } else {
      given.set(name, { ...given.get(name), [part as Part]: value });
    }
  }
  const providers = [...given].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, parts]) => read(name, parts, problems));
  return { providers, privateHosts: listOf(environment[PRIVATE_HOSTS]), problems };
}

function read(name: string, parts: Partial<Record<Part, string>>, problems: string[]): ConfiguredProvider {
  const variable = (part: Part): string => `${PREFIX}${name}_${part}`;
  for (const part of ['ISSUER', 'CLIENT_ID'] as const) {
    if (parts[part] === undefined) problems.push(`${variable(part)}: is missing; every identity provider needs one`);
  }
  const provision = parts.PROVISION ?? 'false';
  if (!['true', 'false'].includes(provision)) problems.push(`${variable('PROVISION')}: must be true or false`);
  const provider: ConfiguredProvider = normalized({
    id: name.toLowerCase().replaceAll('_', '-'),
    name: parts.LABEL ?? shown(name),
    issuer: parts.ISSUER ?? '',
    clientId: parts.CLIENT_ID ?? '',
    clientSecret: parts.CLIENT_SECRET,
    domains: listOf(parts.DOMAINS),
    provision: provision === 'true',
    groupsClaim: parts.GROUPS_CLAIM,
    scopes: listOf(parts.SCOPES),
  });
  for (const { member, detail } of faultsOf(provider)) {
    const part = (Object.keys(PARTS) as Part[]).find((one) => PARTS[one] === member);
    if (part !== undefined && (parts[part] !== undefined || member === 'provision')) {
      problems.push(`${variable(part)}: ${detail.replace(/\.$/, '')}`);
    }
  }
  return provider;
}

/** `ENTRA_ID` → `Entra Id`. MILLRACE_OIDC_<NAME>_LABEL says it better. */
const shown = (name: string): string =>
  name
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** `a, b c` → all three. */
const listOf = (text: string | undefined): readonly string[] =>
  (text ?? '').split(/[\s,]+/).filter((one) => one !== '');
