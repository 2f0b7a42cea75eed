import type { Static } from 'typebox';
import { count, flag, list, model, requiredText, subProjectId, text, texts, timestamp } from './common.js';
import { Type } from './type.js';

const identity = {
  id: text('Id of the file, reserved when the upload is created'),
  fileName: text('Name of the file'),
};
const locked = flag('true while the upload is open, false once it is closed');

const quarantine = Type.Optional(
  text(
    'Extension: present while the file is in quarantine and cannot be downloaded: pending until the scanner answers, infected when it refused the file, failed when it gave no verdict',
  ),
);

/** A file whose upload is open: it has no size yet. */
export const reservedFileSchema = model('ReservedFile', 'A file whose upload is open', { ...identity, locked });

/** A file whose upload was verified. */
export const closedFileSchema = model('ClosedFile', 'A file whose upload is closed', {
  ...identity,
  size: text('Size in bytes'),
  locked,
  quarantine,
});

const version = count('Number of the version, from 1');
const current = flag('Whether it is the newest version that is not deleted');

export const fileSchema = model('StoredFile', 'A file', {
  ...identity,
  size: text('Size in bytes; "0" while the upload is open'),
  locked,
  createdTs: timestamp('When the upload was created'),
  quarantine,
  mimeType: Type.Optional(text('MIME type. Present with include=mimeType')),
  processIds: Type.Optional(texts('Ids of the processes the file is attached to. Present with include=processIds')),
  stageKey: Type.Optional(text('Stage the file is attached to. Present with include=stageKey')),
  deletedTs: Type.Optional(timestamp('When the file was deleted. Present with include=deletedTs, for a deleted file')),
  sha256: Type.Optional(text('SHA-256 of the content in hex. Present with include=sha256, when it is known')),
  versions: Type.Optional(
    list(
      model('VersionAtProcess', 'Which version of a file of a process a file is', {
        processId: text('Id of the process'),
        version,
        current,
      }),
      'Which version of a file it is at processes that have several versions of it. Present with include=versions',
    ),
  ),
});
export type File = Static<typeof fileSchema>;

export const fileVersionSchema = model('FileVersion', 'A version of a file of a process', {
  ...fileSchema.properties,
  version,
  current,
});

export const closedFileAnswerSchema = model('ClosedFileResponse', 'The answer of operations that close an upload', {
  file: closedFileSchema,
});

/** What is uploaded, and where to. */
export const uploadTarget = {
  subProjectId,
  fileName: requiredText('Name of the file'),
  mimeType: requiredText('MIME type of the file'),
  pluginName: requiredText('Storage plugin to upload to, e.g. knowledgeRepo'),
};
