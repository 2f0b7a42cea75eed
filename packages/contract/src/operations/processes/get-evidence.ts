import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import {
  evidenceEntrySchema,
  evidenceHeadSchema,
  evidenceKeySchema,
  evidenceRowSchema,
  missingSealsSchema,
  sealSchema,
} from '../../schema/audit/evidence.js';
import { list, next, orNull, requiredText, subProjectId, texts, timestamp } from '../../schema/common.js';
import { evidencePlaceOrEmpty } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

export const getEvidence = defineOperation({
  id: 'getEvidence',
  method: 'GET',
  path: '/v1/process/getEvidence',
  tag: 'Audit',
  summary: 'Prove what happened to a process',
  description:
    'Gives the rows of the audit log of a process, oldest first, each with its way to a signed Merkle root, so that a later change of any of them can be found without the service: `millrace evidence verify`. Each seal also says which rows of a process it has, so a row that was removed is found too. Rows are sealed some seconds after they were written. Only for roles that read every field of the process, because a row is proved as a whole.',
  extension: true,
  permission: { kind: 'role', grant: 'audit.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    processId: requiredText('Id of the process'),
    after: Type.Optional(evidencePlaceOrEmpty('Return what follows this position, the `next` of the page before')),
  }),
  response: Type.Object({
    rows: list(evidenceRowSchema, 'The rows, at most 200'),
    hidden: texts('Ids of rows on this page that the caller does not see'),
    entries: list(evidenceEntrySchema, 'What seals say of the process, at most 200'),
    seals: list(sealSchema, 'The seals of the rows and of the entries'),
    keys: list(evidenceKeySchema, 'The keys of their signatures'),
    head: orNull(evidenceHeadSchema, 'The newest seal of the sub-project; null: nothing was sealed yet'),
    missingSeals: list(
      missingSealsSchema,
      'Seals that are not there any more, of the newest 100,000: somebody removed them. On the last page; at most 100',
    ),
    laterEntries: orNull(
      Type.Integer(),
      'How many entries, of any process, the seals after the last entry of this process have: with the head it shows that none was removed. On the last page; null: more than 1,000,000',
    ),
    forgottenUntil: orNull(
      timestamp('The time'),
      'Rows from before this time may have been removed by the retention of the audit log; null: none was',
    ),
    next,
  }),
  errors: [1200, 1202, 1205, 1221],
  process: { unknown: { id: 1221 }, outside: 1205 },
  example: { request: { subProjectId: ids.subProjectId, processId: ids.processId } },
});
