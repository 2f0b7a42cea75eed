import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, subProjectId, texts } from '../../schema/common.js';
import { exampleSecret, secretSchema } from '../../schema/connections/secret.js';
import { Type } from '../../schema/type.js';

export const getSecrets = defineOperation({
  id: 'getSecrets',
  method: 'GET',
  path: '/v1/process/secrets',
  tag: 'Connections',
  summary: 'List secrets',
  description: 'Lists the secrets of a sub-project by name, with where they are used. Values are never returned.',
  extension: true,
  permission: { kind: 'role', grant: 'secret.manage', denied: 1205 },
  query: Type.Object({ subProjectId }),
  response: Type.Object({
    secrets: list(secretSchema, 'The secrets'),
    missing: texts('Names that the current configuration uses and that no secret has'),
  }),
  errors: [1200, 1202, 1205],
  example: {
    request: { subProjectId: ids.subProjectId },
    answer: { secrets: [exampleSecret], missing: ['CRM_TOKEN'] },
  },
});
