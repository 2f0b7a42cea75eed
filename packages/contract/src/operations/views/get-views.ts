import { ids, view } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { flag, list, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';
import { viewKind, viewSchema } from '../../schema/view.js';

export const getViews = defineOperation({
  id: 'getViews',
  method: 'GET',
  path: '/v1/process/views/getViews',
  tag: 'Processes',
  summary: 'List saved views',
  description:
    "Lists the caller's own views of a list, and those that are shared with one of the caller's roles or with every member.",
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  query: Type.Object({ subProjectId, kind: viewKind }),
  response: Type.Object({
    views: list(viewSchema, 'Own views first, each by the time of their creation'),
    mayShare: flag('Whether the caller may share views with others'),
  }),
  errors: [1200, 1202, 1204, 1205],
  process: { notLimited: 'Views hold conditions and no processes.' },
  example: {
    request: { subProjectId: ids.subProjectId, kind: 'processes' },
    answer: { views: [view], mayShare: false },
  },
});
