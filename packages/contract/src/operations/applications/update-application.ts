import { defineOperation } from '../../operation/operation.js';
import { flag, optionalText, requiredText } from '../../schema/common.js';
import {
  applicationAnswerSchema,
  applicationScopes,
  postLogoutRedirectUris,
  redirectUris,
} from '../../schema/people/applications.js';
import { Type } from '../../schema/type.js';

export const updateApplication = defineOperation({
  id: 'updateApplication',
  method: 'POST',
  path: '/v1/users/updateApplication',
  tag: 'Identity',
  summary: 'Change an application',
  description:
    'Changes the members that are sent. All servers refuse the tokens of a disabled application within 2 seconds. A scope that is taken away is gone when a token is renewed. newSecret replaces the secret of a confidential application at once.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  stepUp: 10,
  showsSecret: true,
  body: Type.Object({
    applicationId: requiredText('Id of the application'),
    name: optionalText('The name that people read; up to 100 characters'),
    redirectUris: Type.Optional(redirectUris),
    postLogoutRedirectUris: Type.Optional(postLogoutRedirectUris),
    scopes: Type.Optional(applicationScopes),
    disabled: Type.Optional(flag('true disables the application, false enables it')),
    newSecret: Type.Optional(flag('true makes another secret and ends the one before')),
  }),
  response: applicationAnswerSchema,
  errors: [1009, 1200, 1207],
  otherStatuses: { 1200: 404 },
  example: {
    request: { applicationId: 'mra_5lJ1mTnM3bU2q0rW', disabled: true },
  },
});
