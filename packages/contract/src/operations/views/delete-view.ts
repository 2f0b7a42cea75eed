import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, statusSchema, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const deleteView = defineOperation({
  id: 'deleteView',
  method: 'POST',
  path: '/v1/process/views/deleteView',
  tag: 'Processes',
  summary: 'Delete a view',
  description: "Deletes one of the caller's own views, or a shared one that the caller may change.",
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1207 },
  body: Type.Object({ subProjectId, viewId: requiredText('Id of the view') }),
  response: statusSchema,
  errors: [1200, 1202, 1204, 1207],
  otherStatuses: { 1200: 404 },
  process: { notLimited: 'Views hold conditions and no processes.' },
  example: { request: { subProjectId: ids.subProjectId, viewId: ids.viewId } },
});
