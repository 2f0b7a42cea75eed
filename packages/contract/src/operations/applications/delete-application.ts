import { defineOperation } from '../../operation/operation.js';
import { requiredText, statusSchema } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const deleteApplication = defineOperation({
  id: 'deleteApplication',
  method: 'POST',
  path: '/v1/users/deleteApplication',
  tag: 'Identity',
  summary: 'Delete an application',
  description:
    'Deletes an application with everything that people allowed it. All servers refuse its tokens within 2 seconds. The built-in application of the command line cannot be deleted; disable it with updateApplication.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  body: Type.Object({ applicationId: requiredText('Id of the application') }),
  response: statusSchema,
  errors: [1009, 1200, 1207],
  otherStatuses: { 1200: 404 },
  example: {
    request: { applicationId: 'mra_5lJ1mTnM3bU2q0rW' },
    answer: { status: 'success', message: 'The application is deleted.' },
  },
});
