import { delegation, ids, meta, page } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { list, metaSchema, pageQuery, subProjectId } from '../../../schema/common.js';
import { delegationSchema } from '../../../schema/tasks/delegation.js';
import { Type } from '../../../schema/type.js';

export const getDelegations = defineOperation({
  id: 'getDelegations',
  method: 'GET',
  path: '/v1/process/workflows/getDelegations',
  tag: 'Tasks',
  summary: 'List substitutes',
  description:
    'Lists delegations that are not over, newest first: those in which the caller is the person or the substitute, or, for the administrator and roles with `members`, those of everybody. The audit log has those that are over.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  query: Type.Object({
    subProjectId,
    view: Type.Optional(
      Type.Union([Type.Literal('own'), Type.Literal('all')], {
        description: 'own: the caller is one of the two persons; all. Default "own"',
      }),
    ),
    ...pageQuery,
  }),
  response: Type.Object({ meta: metaSchema, delegations: list(delegationSchema, 'The delegations of the page') }),
  errors: [1200, 1202, 1209],
  process: { notLimited: 'A delegation is about persons, and no process.' },
  example: { request: { ...page, subProjectId: ids.subProjectId }, answer: { meta, delegations: [delegation] } },
});
