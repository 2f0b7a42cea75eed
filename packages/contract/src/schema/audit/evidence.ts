import { jsonObject, list, model, orNull, text, timestamp } from '../common.js';
import { Type } from '../type.js';

const sealedRow = model(
  'EvidenceLog',
  'A whole row of the audit log. RFC 8785 JSON of this object is the leaf of a seal',
  {
    id: text('Id of the audit row'),
    subProjectId: text('Id of the sub-project'),
    createdTs: timestamp('When the change was made'),
    action: text('What was done, e.g. run.vote'),
    subjectType: text('Kind of thing that was changed'),
    subjectId: text('Id of the thing that was changed'),
    processId: orNull(Type.String(), 'Process that the change belongs to'),
    byId: text('Id of who made the change'),
    byName: text('Name of who made the change'),
    traceId: text('Trace id of the request that made the change'),
    before: orNull(jsonObject('Changed members before'), 'Changed members before the change'),
    after: orNull(jsonObject('Changed members after'), 'Changed members after the change'),
    statement: orNull(
      Type.String(),
      'Of a decision: what was decided and on what, as RFC 8785 JSON: task, run, SHA-256 of its diagrams, version of the process and SHA-256 of its fields, of all and of those that the person saw, outcome, reason, files with their SHA-256, person, acting for, how signed in, time. Null for other rows',
    ),
  },
);

export const evidenceRowSchema = model('EvidenceRow', 'A row of the audit log, and its way to the root of its seal', {
  log: sealedRow,
  seal: orNull(Type.Integer(), 'Number of the seal that has the row; null: it is not sealed yet'),
  position: orNull(Type.Integer(), 'Position of the leaf in the seal, from 0; null: it is not sealed yet'),
  path: list(Type.String(), 'Audit path (RFC 6962, 2.1.1) from the leaf to the root, SHA-256 in hexadecimal digits'),
});

export const sealSchema = model('EvidenceSeal', 'A signed Merkle tree (RFC 6962) of rows of the audit log', {
  number: Type.Integer({ description: 'Number of the seal in its sub-project, from 1 without gaps' }),
  signed: text(
    'What is signed, as RFC 8785 JSON: sub-project, number, time, count of leaves and of those that are rows, how many entries earlier seals have, root, and the SHA-256 of this text of the seal before',
  ),
  signature: text('ECDSA on P-256 with SHA-256 over `signed`: DER in base64'),
  keyId: text('Id of the key'),
  timeStamp: orNull(
    model('EvidenceTimeStamp', 'When the seal was there, as an authority signed it', {
      token: text('Token of RFC 3161 over SHA-256 of `signed`: DER in base64, with the certificate of the authority'),
      time: timestamp('The time that the token says'),
    }),
    'When the seal was there, as an authority signed it; null: no authority is configured, or it has not answered yet',
  ),
});

export const evidenceKeySchema = model('EvidenceKey', 'A key that signs seals', {
  id: text('SHA-256 of the public key in DER form'),
  publicKey: text('The public key in PEM form'),
});

export const evidenceEntrySchema = model(
  'EvidenceEntry',
  'Which rows of the process a seal has. RFC 8785 JSON of `entry` is a leaf of the seal',
  {
    entry: model('EvidenceEntryLeaf', 'Which rows of the process a seal has', {
      processId: text('Id of the process'),
      seal: Type.Integer({ description: 'Number of the seal' }),
      rows: list(
        model('EvidenceEntryRow', 'A row that the seal has', {
          id: text('Id of the audit row'),
          position: Type.Integer({ description: 'Position of its leaf in the seal, from 0' }),
        }),
        'The rows of the process that the seal has',
      ),
      rowsBefore: Type.Integer({ description: 'How many rows of the process earlier entries have' }),
      previous: orNull(Type.Integer(), 'Number of the seal that has the entry before; null: it is the first'),
    }),
    position: Type.Integer({ description: 'Position of the leaf in the seal, from 0' }),
    path: list(Type.String(), 'Audit path from the leaf to the root, as of a row'),
  },
);

export const evidenceHeadSchema = model('EvidenceHead', 'The newest seal of the sub-project, signed', {
  signed: text(
    'What is signed, as RFC 8785 JSON: sub-project, number of its newest seal, the SHA-256 of `signed` of it, how many entries all seals have, and how often the head was lost',
  ),
  signature: text('ECDSA on P-256 with SHA-256 over `signed`: DER in base64'),
  keyId: text('Id of the key'),
});

export const missingSealsSchema = model('MissingSeals', 'Numbers that no seal has', {
  from: Type.Integer({ description: 'The first number' }),
  until: Type.Integer({ description: 'The last number' }),
});
