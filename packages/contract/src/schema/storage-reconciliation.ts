import { type Static, Type } from 'typebox';
import { timestamp } from './common.js';

const count = (description: string) => Type.String({ description: `${description}; a decimal string` });
const brokenFile = Type.Object({ fileId: Type.String(), subProjectId: Type.String(), key: Type.String() });

const pluginReport = Type.Object({
  pluginName: Type.String(),
  failure: Type.Optional(Type.String({ description: 'Why the comparison ended early' })),
  objectCount: count('Objects listed'),
  fileCount: count('Closed files compared, deleted ones included that are not purged yet'),
  foreignCount: count('Objects that are not of this installation; never touched'),
  orphanCount: count('Objects that no file names'),
  removedCount: count('Orphans removed'),
  missingCount: count('Files whose object is gone'),
  alteredCount: count('Files whose object is another one than at closing'),
  uploadCount: count('Multipart uploads under way that were listed'),
  strayUploadCount: count('Multipart uploads that no file will complete'),
  abortedCount: count('Stray uploads aborted'),
  orphans: Type.Array(
    Type.Object({ key: Type.String(), size: Type.String(), modifiedTs: timestamp('Of the object') }),
    {
      description: 'The first thousand',
    },
  ),
  missing: Type.Array(brokenFile, { description: 'The first thousand' }),
  altered: Type.Array(brokenFile, { description: 'The first thousand' }),
  strayUploads: Type.Array(
    Type.Object({
      key: Type.String(),
      uploadId: Type.String({ description: 'Of the store' }),
      size: count('Bytes of its parts'),
      createdTs: timestamp('When it was begun'),
    }),
    { description: 'The first thousand' },
  ),
});

/** A comparison of stores with files (D32): asked for, under way, or finished. */
export const storageReconciliationSchema = Type.Object(
  {
    id: Type.String(),
    state: Type.String({ description: 'WAITING for a worker, RUNNING, COMPLETED or FAILED' }),
    repair: Type.Boolean({ description: 'Whether orphans and stray uploads older than 24 hours are removed' }),
    subProjectId: Type.Optional(Type.String()),
    pluginName: Type.Optional(Type.String()),
    createdTs: timestamp('When it was asked for'),
    startedTs: Type.Optional(timestamp('When it began, the last time')),
    finishedTs: Type.Optional(timestamp('When it ended')),
    failure: Type.Optional(Type.String({ description: 'Why it failed' })),
    plugins: Type.Array(pluginReport, { description: 'What was found, so far while it runs' }),
    unconfigured: Type.Array(Type.Object({ pluginName: Type.String(), fileCount: count('Files') }), {
      description: 'Plugins that files are on and that are not configured any more',
    }),
  },
  { title: 'StorageReconciliation' },
);
export type StorageReconciliation = Static<typeof storageReconciliationSchema>;
