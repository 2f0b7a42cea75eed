import type { Static } from 'typebox';
import { timestamp } from './common.js';
import { Type } from './type.js';

const identity = {
  id: Type.String({ description: 'Id of the file, reserved when the upload is created' }),
  fileName: Type.String({ description: 'Name of the file' }),
};
const locked = Type.Boolean({ description: 'true while the upload is open, false once it is closed' });

const quarantine = Type.Optional(
  Type.String({
    description:
      'Extension: present while the file is in quarantine and cannot be downloaded: pending until the scanner answers, infected when it refused the file, failed when it gave no verdict',
  }),
);

/** A file whose upload is open: it has no size yet. */
export const reservedFileSchema = Type.Object(
  { ...identity, locked },
  { title: 'ReservedFile', description: 'A file whose upload is open' },
);

/** A file whose upload was verified. */
export const closedFileSchema = Type.Object(
  { ...identity, size: Type.String({ description: 'Size in bytes' }), locked, quarantine },
  { title: 'ClosedFile', description: 'A file whose upload is closed' },
);

export const fileSchema = Type.Object(
  {
    ...identity,
    size: Type.String({ description: 'Size in bytes; "0" while the upload is open' }),
    locked,
    createdTs: timestamp('When the upload was created'),
    quarantine,
    mimeType: Type.Optional(Type.String({ description: 'MIME type. Present with include=mimeType' })),
    processIds: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Ids of the processes the file is attached to. Present with include=processIds',
      }),
    ),
    stageKey: Type.Optional(
      Type.String({ description: 'Stage the file is attached to. Present with include=stageKey' }),
    ),
    deletedTs: Type.Optional(
      timestamp('When the file was deleted. Present with include=deletedTs, for a deleted file'),
    ),
    sha256: Type.Optional(
      Type.String({ description: 'SHA-256 of the content in hex. Present with include=sha256, when it is known' }),
    ),
  },
  { title: 'StoredFile', description: 'A file' },
);
export type File = Static<typeof fileSchema>;
