import type { Filter, FilterScalar } from '../filters/filter.js';
import { mapConditions } from '../filters/walk-filter.js';
import { principalId } from '../use-case/caller.js';
import type { Access } from './authorize.js';
import type { Role } from './role.js';

/** What stands for the caller's user id in a row filter (D12). */
export const CALLER_PLACEHOLDER = '$user.id';

/**
 * The processes a decision covers, as one filter over process keys: any of the roles that hold the grant, each by its
 * stages and its row filter, with the caller's id in place of `$user.id` (D12).
 *
 * @returns undefined when every process is covered; an `or` of nothing covers none
 */
export function rowFilterOf(access: Access): Filter | undefined {
  if (access.unrestricted) return undefined;
  const perRole = access.roles.map((role) => filterOfRole(role, principalId(access.principal)));
  if (perRole.includes(undefined)) return undefined;
  const filters = perRole.filter((filter) => filter !== undefined);
  const [single] = filters;
  return filters.length === 1 && single !== undefined ? single : { kind: 'or', filters };
}

/** The processes one role covers for the given user; undefined when all. */
export function filterOfRole(role: Role, userId: string): Filter | undefined {
  const parts: Filter[] = [];
  if (!role.stages.all) {
    parts.push({ kind: 'condition', key: 'stageKey', operator: 'in', value: role.stages.names });
  }
  if (role.filter !== undefined) parts.push(withCaller(role.filter, userId));
  if (parts.length === 0) return undefined;
  const [single] = parts;
  return parts.length === 1 && single !== undefined ? single : { kind: 'and', filters: parts };
}

const withCaller = (filter: Filter, userId: string): Filter =>
  mapConditions(filter, (condition) => ({ ...condition, value: valueWithCaller(condition.value, userId) }));

function valueWithCaller(
  value: FilterScalar | readonly FilterScalar[],
  userId: string,
): FilterScalar | readonly FilterScalar[] {
  const replace = (one: FilterScalar): FilterScalar => (one === CALLER_PLACEHOLDER ? userId : one);
  return isList(value) ? value.map(replace) : replace(value);
}

const isList = (value: FilterScalar | readonly FilterScalar[]): value is readonly FilterScalar[] =>
  Array.isArray(value);
