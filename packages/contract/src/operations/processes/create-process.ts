import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { createdSchema, jsonObject, optionalText, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const createProcess = defineOperation({
  id: 'createProcess',
  method: 'POST',
  path: '/v1/process/createProcess',
  tag: 'Processes',
  summary: 'Create a process',
  description: 'Creates a process in the initial state of its sub-project.',
  extension: true,
  permission: { kind: 'role', grant: 'process.create', denied: 1206 },
  body: Type.Object({
    subProjectId,
    fields: Type.Optional(jsonObject('Dynamic fields by name')),
    priority: optionalText('Priority. Default: the default priority of the configuration'),
    stageKey: optionalText('Key of the stage. Default: the default stage of the configuration'),
  }),
  response: createdSchema,
  errors: [1200, 1202, 1206, 1222, 1223, 1231, 1232],
  otherStatuses: { 1200: 404 },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      fields: { supplier: 'Acme', invoiceNumber: 'A-2026-17', amount: 840, currency: 'EUR' },
      priority: 'MEDIUM',
      stageKey: 'stage_init',
    },
    answer: { id: ids.processId, status: 'success', message: 'Process created.' },
  },
});
