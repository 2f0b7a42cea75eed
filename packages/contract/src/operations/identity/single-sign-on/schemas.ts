import { timestamp } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

const texts = (description: string, item: string, maxItems: number) =>
  Type.Array(Type.String({ maxLength: 300, description: item }), { maxItems, description });

/** Members of an identity provider that a request sets. */
export const providerMembers = {
  name: Type.String({ minLength: 1, maxLength: 100, description: 'Name on the button of the sign-in page' }),
  clientId: Type.String({
    minLength: 1,
    maxLength: 1024,
    description: 'Client id that the provider gave to this service',
  }),
  clientSecret: Type.String({
    minLength: 1,
    maxLength: 4096,
    description: 'Client secret that the provider gave to this service. It is stored encrypted and never shown',
  }),
  domains: texts(
    'Domains that the provider speaks for: people with a verified address there are linked at their first sign-in',
    'A domain such as example.com',
    100,
  ),
  provision: Type.Boolean({
    description: 'Whether people with a verified address in `domains` who have no user get one at their first sign-in',
  }),
  groupsClaim: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Claim that lists the groups of a person, for example `groups`',
  }),
  scopes: texts('Scopes to ask for besides `openid email profile`', 'A scope', 20),
};

/** An identity provider as the administrator sees it. */
export const identityProviderSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the provider; part of its addresses' }),
    name: Type.String({ description: 'Name on the button of the sign-in page' }),
    issuer: Type.String({ description: 'Issuer, as the discovery document of the provider names it' }),
    clientId: Type.String({ description: 'Client id of this service at the provider' }),
    hasClientSecret: Type.Boolean({ description: 'Whether a client secret is stored. It is never shown' }),
    domains: Type.Array(Type.String(), { description: 'Domains that the provider speaks for' }),
    provision: Type.Boolean({ description: 'Whether new people get a user at their first sign-in' }),
    groupsClaim: Type.Union([Type.String(), Type.Null()], {
      description: 'Claim that lists the groups of a person; null: groups are not taken from this provider',
    }),
    scopes: Type.Array(Type.String(), { description: 'Scopes that are asked for besides `openid email profile`' }),
    disabled: Type.Boolean({ description: 'Whether nobody can sign in with it' }),
    source: Type.Union([Type.Literal('settings'), Type.Literal('operation')], {
      description: 'settings: it is in the environment of the server and is changed there; operation: it was created',
    }),
    createdTs: Type.Union([timestamp('When it was created'), Type.Null()], {
      description: 'When it was created; null for one from the settings',
    }),
    redirectUrl: Type.String({ description: 'Register this redirect address (callback) at the provider' }),
    backChannelLogoutUrl: Type.String({ description: 'Register this address for back-channel logout at the provider' }),
    signedOutUrl: Type.String({ description: 'Register this address to return to after a sign-out at the provider' }),
  },
  { title: 'IdentityProvider', description: 'An OpenID Connect provider that people sign in with' },
);

/** The account of a person at an identity provider. */
export const identityLinkSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the link' }),
    providerId: Type.String({ description: 'Identity provider' }),
    issuer: Type.String({ description: 'Issuer of the provider' }),
    email: Type.Union([Type.String(), Type.Null()], { description: 'Address that the provider showed last, if any' }),
    groups: Type.Array(Type.String(), { description: 'Groups that the claim named at the last sign-in' }),
    linkedTs: timestamp('When the account was linked'),
    usedTs: Type.Union([timestamp('Last sign-in'), Type.Null()], { description: 'Last sign-in; null: none yet' }),
  },
  { title: 'IdentityLink', description: 'An account at an identity provider that a person signs in with' },
);
