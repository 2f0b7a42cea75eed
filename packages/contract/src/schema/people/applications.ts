import { flag, model, text, texts, timestamp } from '../common.js';
import { Type } from '../type.js';

/** A program of somebody else's that acts as people who allow it. */
export const applicationSchema = model('Application', 'An application that may act as people', {
  applicationId: text('Its `client_id` in OAuth 2'),
  name: text('The name that people read when they are asked to allow it'),
  redirectUris: texts('Addresses that people return to. At a loopback address every port counts as the same'),
  postLogoutRedirectUris: texts('Addresses that people may go on to after the application has signed them out'),
  scopes: texts('Scopes that it may ask for; empty: all'),
  confidential: flag('true: it keeps a secret, as a web server can. false: it runs where others can read it'),
  disabled: flag('Whether it is disabled: its tokens are refused'),
  origin: text('administrator, registration (it registered itself) or builtIn'),
  createdTs: timestamp('When it was registered'),
});

/** What a person has allowed an application. */
export const consentSchema = model('Consent', 'What a person has allowed an application', {
  application: model('ApplicationReference', 'Who may act as you', {
    applicationId: text('Id of the application'),
    name: text('Its name'),
  }),
  scopes: texts('What it may do as you; empty: everything that you may do'),
  createdTs: timestamp('When you allowed it first'),
  usedTs: timestamp('When it last asked for access'),
});

/** A list of addresses in a request. */
export const redirectUris = Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), {
  maxItems: 20,
  description:
    'Addresses that people return to, compared character by character: https, http at a loopback address (any port), or a scheme of the application such as com.example.app:/done',
});

export const postLogoutRedirectUris = Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), {
  maxItems: 20,
  description:
    'Addresses that people may go on to after the application has signed them out (OpenID Connect RP-Initiated Logout), compared as redirectUris are',
});

export const applicationScopes = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 100,
  description: 'Scopes that it may ask for. scopes_supported of /.well-known/oauth-authorization-server lists them',
});

/** The answer that shows an application's secret, once. */
export const applicationAnswerSchema = model(
  'ApplicationResponse',
  'The answer of operations that save an application',
  {
    application: applicationSchema,
    client_secret: Type.Optional(text('New secret of a confidential application. Save it: it is not shown again')),
  },
);
