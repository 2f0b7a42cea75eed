import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { jsonObject, timestamp } from '../../../schema/common.js';
import { voteMembers } from '../../../schema/tasks/vote-request.js';
import { Type } from '../../../schema/type.js';

export const startApprovalSignature = defineOperation({
  id: 'startApprovalSignature',
  method: 'POST',
  path: '/v1/process/workflows/startApprovalSignature',
  tag: 'Tasks',
  summary: 'Begin to sign a vote with a passkey',
  description:
    'For a task with `authentication="stepUp"` (`millrace:approval` in the diagram). Judges the vote as castVote would and decides nothing. Returns the canonical statement of the vote (RFC 8785) and what `navigator.credentials.get()` needs to have a passkey of the caller sign it: the challenge is the SHA-256 of the statement. Send the answer of the passkey and `at` to castVote as `signature`, with the same members, within 5 minutes. A vote whose statement has become another one meanwhile, because the process has changed, is refused: begin again.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object(voteMembers),
  response: Type.Object({
    statement: Type.String({ description: 'What is decided and on what, as canonical JSON' }),
    at: timestamp('The time in the statement'),
    publicKey: jsonObject(
      'PublicKeyCredentialRequestOptionsJSON; `PublicKeyCredential.parseRequestOptionsFromJSON` reads it',
    ),
  }),
  errors: [1003, 1009, 1200, 1202, 1209, 1210, 1232],
  otherStatuses: { 1200: 404, 1209: 409 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, taskId: ids.taskId, outcome: 'approve' },
    answer: {
      statement: '{"at":"2026-03-01T10:00:00.000Z","version":2}',
      at: '2026-03-01T10:00:00.000Z',
      publicKey: { challenge: 'c29tZXRoaW5nIHJhbmRvbQ', rpId: 'millrace.example', userVerification: 'required' },
    },
  },
});
