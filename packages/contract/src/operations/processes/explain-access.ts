import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { queryText, subProjectId } from '../../schema/common.js';
import { accessExplanationSchema } from '../../schema/people/access.js';
import { Type } from '../../schema/type.js';

/** @param operationIds ids of all operations, of which it can explain each */
export const explainAccess = <Id extends string>(operationIds: readonly Id[]) =>
  defineOperation({
    id: 'explainAccess',
    method: 'GET',
    path: '/v1/process/projects/explainAccess',
    tag: 'Sub-projects',
    summary: 'Explain a permission',
    description:
      'Explains why a user may or may not call an operation, optionally on a process and with a field. Returns the checks in their order, the roles considered, the check that decided and the error that the operation would answer. Callers may ask about themselves; the administrator and roles that may read the audit log may ask about other users.',
    extension: true,
    permission: { kind: 'authenticated' },
    query: Type.Object({
      subProjectId,
      operation: Type.Enum(operationIds, { description: 'Id of the operation' }),
      userId: queryText(
        'Id of the user. Default: the caller, with the scopes of its token. For other users, all scopes are assumed',
      ),
      processId: queryText('Id of the process that the operation would be about'),
      field: queryText(
        'Name of a dynamic field, or state, priority or stageKey, that would be read, set at creation or updated',
      ),
    }),
    response: accessExplanationSchema,
    errors: [1200, 1201, 1202, 1203, 1205, 1232],
    example: {
      request: { subProjectId: ids.subProjectId, operation: 'updateProcessField', field: 'amount' },
    },
  });
