import { timestamp } from '../common.js';
import { Type } from '../type.js';

/** A program of somebody else's that acts as people who allow it. */
export const applicationSchema = Type.Object(
  {
    applicationId: Type.String({ description: 'Its `client_id` in OAuth 2' }),
    name: Type.String({ description: 'The name that people read when they are asked to allow it' }),
    redirectUris: Type.Array(Type.String(), {
      description: 'Addresses that people return to. At a loopback address every port counts as the same',
    }),
    scopes: Type.Array(Type.String(), { description: 'Scopes that it may ask for; empty: all' }),
    confidential: Type.Boolean({
      description: 'true: it keeps a secret, as a web server can. false: it runs where others can read it',
    }),
    disabled: Type.Boolean({ description: 'Whether it is disabled: its tokens are refused' }),
    origin: Type.String({ description: 'administrator, registration (it registered itself) or builtIn' }),
    createdTs: timestamp('When it was registered'),
  },
  { title: 'Application', description: 'An application that may act as people' },
);

/** What a person has allowed an application. */
export const consentSchema = Type.Object(
  {
    application: Type.Object(
      {
        applicationId: Type.String({ description: 'Id of the application' }),
        name: Type.String({ description: 'Its name' }),
      },
      { description: 'Who may act as you' },
    ),
    scopes: Type.Array(Type.String(), { description: 'What it may do as you; empty: everything that you may do' }),
    createdTs: timestamp('When you allowed it first'),
    usedTs: timestamp('When it last asked for access'),
  },
  { title: 'Consent', description: 'What a person has allowed an application' },
);

/** A list of addresses in a request. */
export const redirectUris = Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), {
  maxItems: 20,
  description:
    'Addresses that people return to, compared character by character: https, http at a loopback address (any port), or a scheme of the application such as com.example.app:/done',
});

export const applicationScopes = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 100,
  description: 'Scopes that it may ask for. scopes_supported of /.well-known/oauth-authorization-server lists them',
});
