import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { accessExplanationSchema } from '../../schema/access.js';
import { optionalText, requiredText } from '../../schema/common.js';

export const explainAccess = defineOperation({
  id: 'explainAccess',
  method: 'GET',
  path: '/v1/process/projects/explainAccess',
  tag: 'Sub-projects',
  summary: 'Explain a permission',
  description:
    'Says why a user may or may not call an operation, on a process and with a field where one is named: the checks in their order, the roles considered, what decided, and the error that would be answered (D13). Everybody may ask about themselves; about others the administrator and roles that may read the audit log.',
  extension: true,
  permission: { kind: 'authenticated' },
  query: Type.Object({
    subProjectId: requiredText('Sub-project'),
    operation: requiredText('Operation id, e.g. updateProcessField'),
    userId: optionalText('Default the caller, with the scopes of its token; of others every scope is assumed'),
    processId: optionalText('Process that the operation would be about'),
    field: optionalText('Dynamic field, or state, priority, stageKey: to be read, set at creation or updated'),
  }),
  response: accessExplanationSchema,
  errors: [1200, 1201, 1202, 1203, 1205, 1232],
});
