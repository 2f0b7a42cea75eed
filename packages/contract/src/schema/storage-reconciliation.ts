import type { Static } from 'typebox';
import { flag, list, model, text, timestamp } from './common.js';
import { Type } from './type.js';

const count = (description: string) => text(`${description}, a decimal string`);
const key = text('Key of the object in the storage');

const brokenFile = model('BrokenFile', 'A file whose object is missing or altered', {
  fileId: text('Id of the file'),
  subProjectId: text('Id of its sub-project'),
  key,
});

const pluginReport = model('StoragePluginReport', 'Results for one storage plugin', {
  pluginName: text('Name of the storage plugin'),
  failure: Type.Optional(text('Why the comparison ended early')),
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
  orphans: list(
    model('OrphanObject', 'An object that belongs to no file', {
      key,
      size: count('Size in bytes'),
      modifiedTs: timestamp('When the object was last modified'),
    }),
    'The first 1000 orphans',
  ),
  missing: list(brokenFile, 'The first 1000 files whose object is missing'),
  altered: list(brokenFile, 'The first 1000 files whose object is altered'),
  strayUploads: list(
    model('StrayUpload', 'An open multipart upload that belongs to no file', {
      key,
      uploadId: text('Id that the storage gave the upload'),
      size: count('Size of its parts in bytes'),
      createdTs: timestamp('When the upload was begun'),
    }),
    'The first 1000 stray uploads',
  ),
});

/** A comparison of stores with files (D32): requested, running, or finished. */
export const storageReconciliationSchema = model(
  'StorageReconciliation',
  'A comparison of the files with the objects in their stores',
  {
    id: text('Id of the comparison'),
    state: text('WAITING (for a worker), RUNNING, COMPLETED or FAILED'),
    repair: flag('Whether orphans and stray uploads older than 24 hours are removed'),
    subProjectId: Type.Optional(text('The only sub-project that is compared')),
    pluginName: Type.Optional(text('The only storage plugin that is compared')),
    createdTs: timestamp('When the comparison was requested'),
    startedTs: Type.Optional(timestamp('When the comparison last started')),
    finishedTs: Type.Optional(timestamp('When the comparison ended')),
    failure: Type.Optional(text('Why the comparison failed')),
    plugins: list(pluginReport, 'Results by storage plugin; incomplete while the state is RUNNING'),
    unconfigured: list(
      model('UnconfiguredPlugin', 'A storage plugin that holds files but is no longer configured', {
        pluginName: text('Name of the storage plugin'),
        fileCount: count('Number of files'),
      }),
      'Storage plugins that hold files but are no longer configured',
    ),
  },
);
export type StorageReconciliation = Static<typeof storageReconciliationSchema>;

export const storageReconciliationAnswerSchema = model(
  'StorageReconciliationResponse',
  'The answer of operations about a comparison with the stores',
  { reconciliation: storageReconciliationSchema },
);
