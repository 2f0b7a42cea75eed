import { createHash } from 'node:crypto';
import type { WorkingCalendar } from '@millrace/engine';
import { FIELD_PREFIX, type Filter, type FilterableField, processFilterKeys } from '../../filters/filter.js';
import { parseFilter } from '../../filters/parse-filter.js';
import type { SlaDocument } from '../document/model/document.js';
import type { Rung, SlaRule } from './sla-rule.js';

/** Keys of the filters of clocks: what changes of a process tell of. */
export const slaFilterKeys = (fields: Iterable<FilterableField>) =>
  new Map(
    [...processFilterKeys(fields)].filter(
      ([key]) => !['subProjectId_id', 'id', 'createdTs', 'updatedTs', 'createdBy'].includes(key),
    ),
  );

/** The clocks of a valid document, the members of processes that they read, and their fingerprint. */
export function compileSlas(
  slas: readonly SlaDocument[],
  fields: Iterable<FilterableField>,
  calendars: ReadonlyMap<string, WorkingCalendar>,
): { readonly slas: readonly SlaRule[]; readonly slaMembers: ReadonlySet<string>; readonly slaRules: string } {
  const rules = compileRules(slas, fields, calendars);
  if (rules.length === 0) return { slas: rules, slaMembers: new Set(), slaRules: '' };
  const used = rules.flatMap(({ calendar }) => (calendar === null ? [] : [calendar.resolved]));
  return {
    slas: rules,
    slaMembers: new Set(rules.flatMap(membersOf)),
    slaRules: createHash('sha256')
      .update(JSON.stringify([slas, used]))
      .digest('hex'),
  };
}

const membersOf = ({ start, pause, resume, stop, budgets, rungs }: SlaRule): readonly string[] => [
  ...[start, pause, resume, stop, ...budgets.map(({ when }) => when)].flatMap((filter) =>
    filter === null ? [] : keysOf(filter),
  ),
  ...rungs.flatMap(({ notify }) => notify.fields.map((name) => FIELD_PREFIX + name)),
];

const keysOf = (filter: Filter): readonly string[] =>
  filter.kind === 'condition' ? [filter.key] : filter.filters.flatMap(keysOf);

function compileRules(
  slas: readonly SlaDocument[],
  fields: Iterable<FilterableField>,
  calendars: ReadonlyMap<string, WorkingCalendar>,
): readonly SlaRule[] {
  const keys = slaFilterKeys(fields);
  return slas.map((sla) => ({
    key: sla.key,
    name: sla.name ?? sla.key,
    on: sla.on ?? 'process',
    elements: sla.elements ?? null,
    start: parseFilter(sla.start ?? {}, keys),
    pause: sla.pause === undefined ? null : parseFilter(sla.pause, keys),
    resume: sla.resume === undefined ? null : parseFilter(sla.resume, keys),
    stop: sla.stop === undefined ? null : parseFilter(sla.stop, keys),
    budgets: sla.budget.map(({ when, time }) => ({ when: when === undefined ? null : parseFilter(when, keys), time })),
    calendar: (sla.calendar === undefined ? undefined : calendars.get(sla.calendar)) ?? null,
    rungs: withBreach((sla.at ?? []).map(rungOf)),
  }));
}

/** The breach itself is always an event, also when the document does nothing then. */
const withBreach = (rungs: readonly Rung[]): readonly Rung[] =>
  rungs.some(({ name }) => name === '100%')
    ? rungs
    : [...rungs, { name: '100%', percent: 100, after: null, notify: { roles: [], fields: [] }, set: null }];

function rungOf({ reached, notify, set }: NonNullable<SlaDocument['at']>[number]): Rung {
  const isAfter = reached.startsWith('+');
  return {
    name: reached,
    percent: isAfter ? 100 : Number(reached.slice(0, -1)),
    after: isAfter ? reached.slice(1) : null,
    notify: { roles: notify?.roles ?? [], fields: notify?.fields ?? [] },
    set: set ?? null,
  };
}
