import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { optionalText } from '../../schema/common.js';
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
  query: Type.Object({ subProjectId: optionalText('Only this sub-project. Default: all') }),
  response: Type.Object({
    usage: Type.Object(
      {
        storedBytes: Type.String({ description: 'Bytes of closed files, deleted ones included' }),
        openBytes: Type.String({ description: 'Bytes that open uploads announced, or that their forms allow' }),
        deletedFiles: Type.String({ description: 'Number of deleted files that are not purged' }),
        deletedBytes: Type.String({ description: 'Bytes of these files' }),
        quota: Type.Optional(Type.String({ description: 'Quota of the sub-project in bytes, if it has one' })),
      },
      { title: 'StorageUsage', description: 'What files take' },
    ),
    disk: Type.Optional(
      Type.Object(
        {
          totalBytes: Type.String({ description: 'Size of the disk' }),
          freeBytes: Type.String({ description: 'Bytes that are free' }),
          reserveBytes: Type.String({ description: 'Bytes that uploads leave free' }),
          takesUploads: Type.Boolean({ description: 'false when the reserve is reached and uploads are refused' }),
        },
        { title: 'StorageDisk', description: 'The disk of the embedded store or database, if there is one' },
      ),
    ),
  }),
  errors: [1200, 1202, 1205],
  example: {
    request: { subProjectId: ids.subProjectId },
    answer: { usage: { storedBytes: '48213000', openBytes: '0', deletedFiles: '12', deletedBytes: '1048576' } },
  },
});
