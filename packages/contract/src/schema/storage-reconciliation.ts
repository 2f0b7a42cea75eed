import type { Static } from 'typebox';
import { timestamp } from './common.js';
import { Type } from './type.js';

const count = (description: string) => Type.String({ description: `${description}, a decimal string` });
const key = Type.String({ description: 'Key of the object in the storage' });

const brokenFile = Type.Object(
  {
    fileId: Type.String({ description: 'Id of the file' }),
    subProjectId: Type.String({ description: 'Id of its sub-project' }),
    key,
  },
  { title: 'BrokenFile', description: 'A file whose object is missing or altered' },
);

const pluginReport = Type.Object(
  {
    pluginName: Type.String({ description: 'Name of the storage plugin' }),
    failure: Type.Optional(Type.String({ description: 'Why the comparison ended early' })),
    objectCount: count('Number of objects listed'),
    fileCount: count('Number of closed files compared, including deleted files that are not purged yet'),
    foreignCount: count('Number of objects that do not belong to this installation; they are never changed'),
    orphanCount: count('Number of objects that belong to no file'),
    removedCount: count('Number of orphans removed'),
    missingCount: count('Number of files whose object is missing'),
    alteredCount: count('Number of files whose object differs from the one that was closed'),
    uploadCount: count('Number of open multipart uploads listed'),
    strayUploadCount: count('Number of open multipart uploads that belong to no file'),
    abortedCount: count('Number of stray uploads aborted'),
    orphans: Type.Array(
      Type.Object({
        key,
        size: count('Size in bytes'),
        modifiedTs: timestamp('When the object was last modified'),
      }),
      { description: 'The first 1000 orphans' },
    ),
    missing: Type.Array(brokenFile, { description: 'The first 1000 files whose object is missing' }),
    altered: Type.Array(brokenFile, { description: 'The first 1000 files whose object is altered' }),
    strayUploads: Type.Array(
      Type.Object({
        key,
        uploadId: Type.String({ description: 'Id that the storage gave the upload' }),
        size: count('Size of its parts in bytes'),
        createdTs: timestamp('When the upload was begun'),
      }),
      { description: 'The first 1000 stray uploads' },
    ),
  },
  { title: 'StoragePluginReport', description: 'Results for one storage plugin' },
);

/** A comparison of stores with files (D32): requested, running, or finished. */
export const storageReconciliationSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the comparison' }),
    state: Type.String({ description: 'WAITING (for a worker), RUNNING, COMPLETED or FAILED' }),
    repair: Type.Boolean({ description: 'Whether orphans and stray uploads older than 24 hours are removed' }),
    subProjectId: Type.Optional(Type.String({ description: 'The only sub-project that is compared' })),
    pluginName: Type.Optional(Type.String({ description: 'The only storage plugin that is compared' })),
    createdTs: timestamp('When the comparison was requested'),
    startedTs: Type.Optional(timestamp('When the comparison last started')),
    finishedTs: Type.Optional(timestamp('When the comparison ended')),
    failure: Type.Optional(Type.String({ description: 'Why the comparison failed' })),
    plugins: Type.Array(pluginReport, {
      description: 'Results by storage plugin; incomplete while the state is RUNNING',
    }),
    unconfigured: Type.Array(
      Type.Object({
        pluginName: Type.String({ description: 'Name of the storage plugin' }),
        fileCount: count('Number of files'),
      }),
      { description: 'Storage plugins that hold files but are no longer configured' },
    ),
  },
  { title: 'StorageReconciliation', description: 'A comparison of the files with the objects in their stores' },
);
export type StorageReconciliation = Static<typeof storageReconciliationSchema>;
