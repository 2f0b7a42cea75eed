import type { View } from '@millrace/contract';
import type { FilterKeys } from '../../filters/filter.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { UserPrincipal } from '../../use-case/caller.js';
import type { ViewRow } from '../records/views/saved-views.js';
import { mayChange } from './view-rights.js';
import { usableSettings } from './view-settings.js';

/** A view on the wire, as far as the reader may use it. */
export function presentView(user: UserPrincipal, subProject: SubProject, keys: FilterKeys, view: ViewRow): View {
  const { settings, incomplete } = usableSettings(view.kind, keys, view.settings);
  return {
    id: view.id,
    kind: view.kind,
    name: view.name,
    ...settings,
    filters: { ...settings.filters },
    columns: settings.columns.map((column) => ({ ...column })),
    sharedWith: view.sharedWith,
    role: view.role,
    ownerId: view.ownerId,
    mayChange: mayChange(user, subProject, view),
    incomplete,
    updatedTs: view.updatedTs.toISOString(),
  };
}
