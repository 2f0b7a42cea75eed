import type { Access } from '../../access/authorize.js';
import { mayNotCall } from '../../kernel/errors/access-errors.js';
import { excerpt } from '../../kernel/errors/request-errors.js';

/** @throws CatalogueError 1209 when no role of the caller has the job type in its `work` list */
export function requireJobType(access: Access, type: string): void {
  if (access.unrestricted || access.roles.some((role) => role.work?.has(type) === true)) return;
  throw mayNotCall(`No role of the caller may work on jobs of the type "${excerpt(type)}".`);
}
