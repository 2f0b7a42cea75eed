import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { flag, optionalText, text } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const purgeStorage = defineOperation({
  id: 'purgeStorage',
  method: 'POST',
  path: '/v1/process/knowledges/purgeStorage',
  tag: 'Operators',
  summary: 'Purge deleted files now',
  description:
    'Frees space: purges files that are deleted, although they could still be recovered. Purged files cannot be recovered. A request purges up to 1000 files, the ones deleted first; repeat it while hasMore is true. Sub-projects under legal hold are left out.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  stepUp: 10,
  body: Type.Object({
    subProjectId: optionalText('Purge only files of this sub-project'),
    deletedBefore: optionalText('ISO 8601 time: purge only files that were deleted before it. Default: now'),
    openBefore: optionalText(
      'ISO 8601 time: also end uploads that were begun before it and are still open. Default: none',
    ),
  }),
  response: Type.Object({
    purged: text('Number of files that were purged'),
    freedBytes: text('Bytes of these files'),
    endedUploads: text('Number of open uploads that were ended'),
    hasMore: flag('Whether there may be more to purge: repeat the request'),
    deletedFiles: text('Number of files that are still deleted and not purged'),
    deletedBytes: text('Bytes of these files'),
  }),
  errors: [1200, 1201, 1202, 1207, 1712],
  example: {
    request: { subProjectId: ids.subProjectId },
    answer: {
      purged: '12',
      freedBytes: '48213000',
      endedUploads: '0',
      hasMore: false,
      deletedFiles: '0',
      deletedBytes: '0',
    },
  },
});
