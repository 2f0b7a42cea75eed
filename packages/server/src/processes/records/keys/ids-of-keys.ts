import { FIELD_PREFIX, type Filter, operandsOf } from '../../../filters/filter.js';
import { type Condition, conditionsOf, mapConditions } from '../../../filters/walk-filter.js';
import type { Queryable } from '../../../postgres/database.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import type { ProcessVisibility } from '../visibility/process-visibility.js';
import { findTaken, type ProcessKey } from './process-keys.js';

/**
 * A filter with ids in place of values of unique fields (D75), where it asks for equality: the few processes are then found
 * by their primary key, however many there are. One statement, none when nothing of the kind is asked. A field that the
 * caller does not see on every row stays as it is, or the ids would tell of hidden values.
 */
export async function withIdsOfKeys(
  db: Queryable,
  subProject: SubProject,
  visibility: Pick<ProcessVisibility, 'isAlwaysVisible'>,
  filter: Filter,
): Promise<Filter> {
  const keysOf = (condition: Condition): readonly ProcessKey[] | undefined => {
    const field = condition.key.startsWith(FIELD_PREFIX) ? condition.key.slice(FIELD_PREFIX.length) : '';
    if (subProject.fields.get(field)?.unique !== true || !visibility.isAlwaysVisible(field)) return undefined;
    if (condition.operator !== 'eq' && condition.operator !== 'in') return undefined;
    const values = operandsOf(condition.value);
    return values.every((value) => typeof value === 'string') ? values.map((value) => ({ field, value })) : undefined;
  };
  const asked = conditionsOf(filter).flatMap((condition) => keysOf(condition) ?? []);
  if (asked.length === 0) return filter;
  const ids = new Map((await findTaken(db, subProject.id, asked)).map((key) => [nameOf(key), key.processId]));
  return mapConditions(filter, (condition) => {
    const keys = keysOf(condition);
    if (keys === undefined) return condition;
    const value = keys.flatMap((key) => ids.get(nameOf(key)) ?? []);
    return { kind: 'condition', key: 'id', operator: 'in', value };
  });
}

const nameOf = ({ field, value }: ProcessKey): string => JSON.stringify([field, value]);
