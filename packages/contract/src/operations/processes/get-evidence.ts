import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { evidenceKeySchema, evidenceRowSchema, sealSchema } from '../../schema/audit/evidence.js';
import { list, requiredText, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const getEvidence = defineOperation({
  id: 'getEvidence',
  method: 'GET',
  path: '/v1/process/getEvidence',
  tag: 'Audit',
  summary: 'Prove what happened to a process',
  description:
    'Gives the rows of the audit log of a process, oldest first, each with its way to a signed Merkle root, so that a later change of any of them can be found without the service: `millrace evidence verify`. Rows are sealed some seconds after they were written. Only for roles that read every field of the process, because a row is proved as a whole.',
  extension: true,
  permission: { kind: 'role', grant: 'audit.read', denied: 1205 },
  query: Type.Object({ subProjectId, processId: requiredText('Id of the process') }),
  response: Type.Object({
    rows: list(evidenceRowSchema, 'The rows, at most 500'),
    hasMore: Type.Boolean({ description: 'Whether the process has more rows, which are left out' }),
    seals: list(sealSchema, 'The seals of the rows'),
    keys: list(evidenceKeySchema, 'The keys of their signatures'),
  }),
  errors: [1200, 1202, 1205, 1221],
  process: { unknown: { id: 1221 }, outside: 1205 },
  example: { request: { subProjectId: ids.subProjectId, processId: ids.processId } },
});
