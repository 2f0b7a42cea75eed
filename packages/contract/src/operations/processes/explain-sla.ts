import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, requiredText, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';
import { clockSchema } from '../../schema/working-time/clock.js';

export const explainSla = defineOperation({
  id: 'explainSla',
  method: 'GET',
  path: '/v1/process/explainSla',
  tag: 'Processes',
  summary: 'Tell how the clocks of a process stand',
  description:
    'Returns the clocks of a process and of its tasks with everything that happened to them: when they ran, were paused, are due or were breached. They follow the event log by one to two seconds.',
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  query: Type.Object({ subProjectId, processId: requiredText('Id of the process') }),
  response: Type.Object({ clocks: list(clockSchema, 'The clocks, by key') }),
  errors: [1200, 1202, 1204, 1210, 1221],
  process: { unknown: { id: 1221 }, outside: 1210 },
  example: { request: { subProjectId: ids.subProjectId, processId: ids.processId } },
});
