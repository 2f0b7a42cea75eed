import type { Access } from '../../access/authorize.js';
import { rowFilterOf } from '../../access/row-filter.js';
import { mayNotCall } from '../../kernel/errors/access-errors.js';

/**
 * Counts of rules are of all runs of the sub-project. A role that is limited to some processes may not read them.
 *
 * @throws CatalogueError 1209 when every role of the caller is limited
 */
export function requireOperatorOfAll(access: Access): void {
  if (rowFilterOf(access) === undefined) return;
  throw mayNotCall(
    'The counts are of all runs of the sub-project: reading them needs a role with "operate: true", without row filter and stages.',
  );
}
