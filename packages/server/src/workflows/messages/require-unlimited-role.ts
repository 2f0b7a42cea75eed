import type { Access } from '../../access/authorize.js';
import { rowFilterOf } from '../../access/row-filter.js';
import { mayNotCall } from '../../kernel/errors/access-errors.js';

/**
 * Messages and signals are addressed by name and reach runs of any workflow on any process, now or later. A role that is
 * limited to some workflows or processes may not send them.
 *
 * @throws CatalogueError 1209 when every role of the caller is limited
 */
export function requireUnlimitedRole(access: Access): void {
  if (access.unrestricted) return;
  const roles = access.roles.filter((role) => role.call?.all === true);
  if (roles.length > 0 && rowFilterOf({ ...access, roles }) === undefined) return;
  throw mayNotCall(
    'Messages and signals may reach every run of the sub-project: they need a role with "call: true", without row filter and stages.',
  );
}
