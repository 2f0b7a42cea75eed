import { createdTs, meta, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, metaSchema, pageQuery } from '../../schema/common.js';
import { applicationSchema } from '../../schema/people/applications.js';
import { Type } from '../../schema/type.js';

export const getApplications = defineOperation({
  id: 'getApplications',
  method: 'GET',
  path: '/v1/users/getApplications',
  tag: 'Identity',
  summary: 'List applications',
  description: 'Lists the applications that may act as people, newest first, without their secrets.',
  extension: true,
  permission: { kind: 'admin', denied: 1205 },
  query: Type.Object({ ...pageQuery }),
  response: Type.Object({
    meta: metaSchema,
    applications: list(applicationSchema, 'The applications of the page'),
  }),
  errors: [1200, 1205],
  example: {
    request: { ...page },
    answer: {
      meta,
      applications: [
        {
          applicationId: 'mra_5lJ1mTnM3bU2q0rW',
          name: 'Example assistant',
          redirectUris: ['https://assistant.example.com/callback'],
          postLogoutRedirectUris: [],
          scopes: ['process.read'],
          confidential: false,
          disabled: false,
          origin: 'administrator',
          createdTs,
        },
      ],
    },
  },
});
