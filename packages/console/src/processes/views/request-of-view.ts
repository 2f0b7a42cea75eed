import type { RequestTo } from '../../api/call.js';
import type { Settings } from '../model/search.js';

/** What is sent to save settings as a view. */
export const requestOfView = (subProjectId: string, settings: Settings): Omit<RequestTo<'saveView'>, 'name'> => ({
  subProjectId,
  kind: 'processes',
  filters: settings.filters,
  sort: settings.sort,
  columns: settings.columns.map((column) => ({ ...column })),
  density: settings.density,
  grouping: settings.grouping,
  groupBy: settings.groupBy,
});
