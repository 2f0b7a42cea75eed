import { flag, model, orNull, text, texts, timestamp } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

const limitedTexts = (description: string, item: string, maxItems: number) =>
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
  domains: limitedTexts(
    'Domains that the provider speaks for: people with a verified address there are linked at their first sign-in',
    'A domain such as example.com',
    100,
  ),
  provision: flag(
    'Whether people with a verified address in `domains` who have no user get one at their first sign-in',
  ),
  groupsClaim: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Claim that lists the groups of a person, for example `groups`',
  }),
  scopes: limitedTexts('Scopes to ask for besides `openid email profile`', 'A scope', 20),
};

/** An identity provider as the administrator sees it. */
export const identityProviderSchema = model('IdentityProvider', 'An OpenID Connect provider that people sign in with', {
  id: text('Id of the provider; part of its addresses'),
  name: text('Name on the button of the sign-in page'),
  issuer: text('Issuer, as the discovery document of the provider names it'),
  clientId: text('Client id of this service at the provider'),
  hasClientSecret: flag('Whether a client secret is stored. It is never shown'),
  domains: texts('Domains that the provider speaks for'),
  provision: flag('Whether new people get a user at their first sign-in'),
  groupsClaim: orNull(
    Type.String(),
    'Claim that lists the groups of a person; null: groups are not taken from this provider',
  ),
  scopes: texts('Scopes that are asked for besides `openid email profile`'),
  disabled: flag('Whether nobody can sign in with it'),
  source: Type.Union([Type.Literal('settings'), Type.Literal('operation')], {
    description: 'settings: it is in the environment of the server and is changed there; operation: it was created',
  }),
  createdTs: orNull(timestamp('When it was created'), 'When it was created; null for one from the settings'),
  redirectUrl: text('Register this redirect address (callback) at the provider'),
  backChannelLogoutUrl: text('Register this address for back-channel logout at the provider'),
  signedOutUrl: text('Register this address to return to after a sign-out at the provider'),
});

/** The account of a person at an identity provider. */
export const identityLinkSchema = model(
  'IdentityLink',
  'An account at an identity provider that a person signs in with',
  {
    id: text('Id of the link'),
    providerId: text('Identity provider'),
    issuer: text('Issuer of the provider'),
    email: orNull(Type.String(), 'Address that the provider showed last, if any'),
    groups: texts('Groups that the claim named at the last sign-in'),
    linkedTs: timestamp('When the account was linked'),
    usedTs: orNull(timestamp('Last sign-in'), 'Last sign-in; null: none yet'),
  },
);

export const identityProviderAnswerSchema = model(
  'IdentityProviderResponse',
  'The answer of operations that save an identity provider',
  { identityProvider: identityProviderSchema },
);
