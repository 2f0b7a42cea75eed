import { createdTs } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { flag, requiredText } from '../../schema/common.js';
import {
  applicationAnswerSchema,
  applicationScopes,
  postLogoutRedirectUris,
  redirectUris,
} from '../../schema/people/applications.js';
import { Type } from '../../schema/type.js';

export const createApplication = defineOperation({
  id: 'createApplication',
  method: 'POST',
  path: '/v1/users/createApplication',
  tag: 'Identity',
  summary: 'Register an application',
  description:
    'Registers an application that may act as people who allow it (OAuth 2, authorization code with PKCE, or device code). Only this answer contains the secret of a confidential one.',
  extension: true,
  permission: { kind: 'admin', denied: 1206 },
  stepUp: 10,
  showsSecret: true,
  body: Type.Object({
    name: requiredText('The name that people read when they are asked to allow it; up to 100 characters'),
    redirectUris: Type.Optional(redirectUris),
    postLogoutRedirectUris: Type.Optional(postLogoutRedirectUris),
    scopes: applicationScopes,
    confidential: Type.Optional(flag('true for an application that can keep a secret. Default: false')),
  }),
  response: applicationAnswerSchema,
  errors: [1200, 1206],
  example: {
    request: {
      name: 'Example assistant',
      redirectUris: ['https://assistant.example.com/callback'],
      postLogoutRedirectUris: ['https://assistant.example.com/goodbye'],
      scopes: ['process.read', 'workflow.read'],
      confidential: true,
    },
    answer: {
      application: {
        applicationId: 'mra_5lJ1mTnM3bU2q0rW',
        name: 'Example assistant',
        redirectUris: ['https://assistant.example.com/callback'],
        postLogoutRedirectUris: ['https://assistant.example.com/goodbye'],
        scopes: ['process.read', 'workflow.read'],
        confidential: true,
        disabled: false,
        origin: 'administrator',
        createdTs,
      },
      client_secret: 'mrs_…',
    },
  },
});
