import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { flag, model, queryText, text } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const getStorageUsage = defineOperation({
  id: 'getStorageUsage',
  method: 'GET',
  path: '/v1/process/knowledges/getStorageUsage',
  tag: 'Operators',
  summary: 'Get the space that files take',
  description: 'Returns how many bytes files and open uploads take, and how much purgeStorage would free.',
  extension: true,
  permission: { kind: 'admin', denied: 1205 },
  query: Type.Object({ subProjectId: queryText('Only this sub-project. Default: all') }),
  response: Type.Object({
    usage: model('StorageUsage', 'What files take', {
      storedBytes: text('Bytes of closed files, deleted ones included'),
      openBytes: text('Bytes that open uploads announced, or that their forms allow'),
      deletedFiles: text('Number of deleted files that are not purged'),
      deletedBytes: text('Bytes of these files'),
      quota: Type.Optional(text('Quota of the sub-project in bytes, if it has one')),
    }),
    disk: Type.Optional(
      model('StorageDisk', 'The disk of the embedded store or database, if there is one', {
        totalBytes: text('Size of the disk'),
        freeBytes: text('Bytes that are free'),
        reserveBytes: text('Bytes that uploads leave free'),
        takesUploads: flag('false when the reserve is reached and uploads are refused'),
      }),
    ),
  }),
  errors: [1200, 1201, 1202, 1205],
  example: {
    request: { subProjectId: ids.subProjectId },
    answer: { usage: { storedBytes: '48213000', openBytes: '0', deletedFiles: '12', deletedBytes: '1048576' } },
  },
});
