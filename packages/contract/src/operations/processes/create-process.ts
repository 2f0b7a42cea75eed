import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { jsonObject, optionalText, requiredText } from '../../schema/common.js';

export const createProcess = defineOperation({
  id: 'createProcess',
  method: 'POST',
  path: '/v1/process/createProcess',
  tag: 'Processes',
  summary: 'Create a process',
  description: 'Creates a process in the initial state of its sub-project (D16).',
  extension: true,
  permission: { kind: 'role', grant: 'process.create', denied: 1206 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    fields: Type.Optional(jsonObject('Dynamic fields')),
    priority: optionalText('Default: the configured default priority'),
    stageKey: optionalText('Default: the default stage'),
  }),
  response: Type.Object({ id: Type.String(), status: Type.String(), message: Type.String() }),
  errors: [1200, 1202, 1206, 1222, 1223, 1231, 1232],
});
