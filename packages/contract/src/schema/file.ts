import { type Static, Type } from 'typebox';
import { timestamp } from './common.js';

const identity = {
  id: Type.String({ description: 'Identifier reserved at creation of the signed upload' }),
  fileName: Type.String(),
};
const locked = Type.Boolean({ description: 'true from creation until closed' });
const size = Type.String({ description: 'Size in bytes' });

/** A file whose upload is open: it has no size yet. */
export const reservedFileSchema = Type.Object({ ...identity, locked }, { title: 'ReservedFile' });

/** A file whose upload was verified. */
export const closedFileSchema = Type.Object({ ...identity, size, locked }, { title: 'ClosedFile' });

export const fileSchema = Type.Object(
  {
    ...identity,
    size: Type.String({ description: 'Size in bytes; "0" while the upload is open' }),
    locked,
    createdTs: timestamp('Creation time'),
    mimeType: Type.Optional(Type.String({ description: 'With include=mimeType' })),
    processIds: Type.Optional(Type.Array(Type.String(), { description: 'With include=processIds' })),
    stageKey: Type.Optional(Type.String({ description: 'With include=stageKey' })),
    deletedTs: Type.Optional(timestamp('With include=deletedTs, of a deleted file')),
    sha256: Type.Optional(Type.String({ description: 'With include=sha256, where it is known' })),
  },
  { title: 'File' },
);
export type File = Static<typeof fileSchema>;
