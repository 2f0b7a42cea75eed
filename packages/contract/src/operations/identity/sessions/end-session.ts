import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { flag, integer, requiredText, text } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const endSession = defineOperation({
  id: 'endSession',
  method: 'POST',
  path: '/v1/users/endSession',
  tag: 'Sign in',
  summary: 'End sessions',
  description:
    'Ends one session, or all sessions of the caller but the one of this request. The administrator may end the sessions of others. All servers refuse an ended session within 2 seconds. Send either sessionId or everywhereElse.',
  extension: true,
  permission: { kind: 'authenticated' },
  body: Type.Object({
    sessionId: Type.Optional(requiredText('Id of the session that ends')),
    everywhereElse: Type.Optional(flag('true ends all sessions of the user but the one of this request')),
    userId: Type.Optional(requiredText('With everywhereElse: id of the user. Default: the caller')),
  }),
  response: Type.Object({
    status: text('success'),
    endedSessions: integer('Number of sessions that have ended'),
  }),
  errors: [1200, 1207],
  otherStatuses: { 1200: 404 },
  example: {
    request: { sessionId: ids.sessionId },
    answer: { status: 'success', endedSessions: 1 },
  },
});
