import { ids, view } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { optionalText, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';
import { viewKind, viewSchema, viewSettings, viewSharing } from '../../schema/view.js';

export const saveView = defineOperation({
  id: 'saveView',
  method: 'POST',
  path: '/v1/process/views/saveView',
  tag: 'Processes',
  summary: 'Save a view',
  description:
    'Saves a view of a list, or replaces one that exists. A person has 100 views of a kind at most. Views are shared by roles that manage members or may update every field, and by the administrator. Whoever has a shared view sees with it what they may see anyway.',
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1207 },
  body: Type.Object({
    subProjectId,
    viewId: optionalText('Id of the view to replace. Default: a new one'),
    kind: viewKind,
    name: Type.String({ minLength: 1, maxLength: 100, description: 'Name for people' }),
    ...viewSettings,
    ...viewSharing,
  }),
  response: Type.Object({ view: viewSchema }),
  errors: [1200, 1202, 1204, 1207, 1230, 1231, 1232],
  otherStatuses: { 1200: 404 },
  process: { notLimited: 'Views hold conditions and no processes.' },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      kind: 'processes',
      name: 'Open, large first',
      filters: { state: ['INIT', 'IN_REVIEW'] },
      sort: '-fields.amount',
    },
    answer: { view },
  },
});
