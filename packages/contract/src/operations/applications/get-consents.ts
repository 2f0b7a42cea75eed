import { createdTs, meta, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, metaSchema, pageQuery } from '../../schema/common.js';
import { consentSchema } from '../../schema/people/applications.js';
import { Type } from '../../schema/type.js';

export const getConsents = defineOperation({
  id: 'getConsents',
  method: 'GET',
  path: '/v1/users/getConsents',
  tag: 'Identity',
  summary: 'List what you allowed applications',
  description:
    'Lists the applications that you allowed to act as you, and what each may do. A token with scopes may not.',
  extension: true,
  permission: { kind: 'authenticated' },
  query: Type.Object({ ...pageQuery }),
  response: Type.Object({
    meta: metaSchema,
    consents: list(consentSchema, 'The consents of the page, newest first'),
  }),
  errors: [1200, 1205],
  example: {
    request: { ...page },
    answer: {
      meta,
      consents: [
        {
          application: { applicationId: 'mra_5lJ1mTnM3bU2q0rW', name: 'Example assistant' },
          scopes: ['process.read'],
          createdTs,
          usedTs: createdTs,
        },
      ],
    },
  },
});
