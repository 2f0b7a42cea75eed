import { createHash } from 'node:crypto';
import type { WorkingCalendar } from '@millrace/engine';
import { FIELD_PREFIX, type FilterableField, processFilterKeys } from '../../filters/filter.js';
import { parseFilter } from '../../filters/parse-filter.js';
import { keysOf } from '../../filters/walk-filter.js';
import type { SlaDocument } from '../document/model/document.js';
import type { Rung, RungAction, SlaRule } from './sla-rule.js';

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

const membersOf = (rule: SlaRule): readonly string[] => [
  ...conditionKeys(rule),
  ...rule.rungs.flatMap(({ notify }) => notify.fields.map((name) => FIELD_PREFIX + name)),
];

const conditionKeys = ({ start, pause, resume, stop, budgets }: Conditions): readonly string[] =>
  [start, pause, resume, stop, ...budgets.map(({ when }) => when)].flatMap((filter) =>
    filter === null ? [] : keysOf(filter),
  );

type Conditions = Pick<SlaRule, 'start' | 'pause' | 'resume' | 'stop' | 'budgets'>;

function compileRules(
  slas: readonly SlaDocument[],
  fields: Iterable<FilterableField>,
  calendars: ReadonlyMap<string, WorkingCalendar>,
): readonly SlaRule[] {
  const keys = slaFilterKeys(fields);
  const parse = (filter: unknown) => (filter === undefined ? null : parseFilter(filter, keys));
  return slas.map((sla) => {
    const conditions: Conditions = {
      start: parseFilter(sla.start ?? {}, keys),
      pause: parse(sla.pause),
      resume: parse(sla.resume),
      stop: parse(sla.stop),
      budgets: sla.budget.map(({ when, time }) => ({ when: parse(when), time })),
    };
    return {
      key: sla.key,
      name: sla.name ?? sla.key,
      on: sla.on ?? 'process',
      elements: sla.elements ?? null,
      ...conditions,
      calendar: (sla.calendar === undefined ? undefined : calendars.get(sla.calendar)) ?? null,
      rungs: withBreach((sla.at ?? []).map(rungOf)),
      fields: fieldsOf(conditionKeys(conditions)),
    };
  });
}

const fieldsOf = (keys: readonly string[]): readonly string[] => [
  ...new Set(keys.flatMap((key) => (key.startsWith(FIELD_PREFIX) ? [key.slice(FIELD_PREFIX.length)] : []))),
];

/** The breach itself is always an event, also when the document does nothing then. */
const withBreach = (rungs: readonly Rung[]): readonly Rung[] =>
  rungs.some(({ name }) => name === '100%')
    ? rungs
    : [
        ...rungs,
        {
          name: '100%',
          percent: 100,
          after: null,
          notify: { roles: [], fields: [], deciders: false },
          set: null,
          actions: [],
        },
      ];

type RungDocument = NonNullable<SlaDocument['at']>[number];

function rungOf(rung: RungDocument): Rung {
  const { reached, notify, set } = rung;
  const isAfter = reached.startsWith('+');
  return {
    name: reached,
    percent: isAfter ? 100 : Number(reached.slice(0, -1)),
    after: isAfter ? reached.slice(1) : null,
    notify: { roles: notify?.roles ?? [], fields: notify?.fields ?? [], deciders: notify?.deciders ?? false },
    set: set ?? null,
    actions: actionsOf(rung),
  };
}

/** In the order in which they are useful: whoever is told of a run finds the task where it went. */
function actionsOf({ assign, decide, message, run }: RungDocument): readonly RungAction[] {
  const { roles = [], fields = [], substitute = false, next = false } = assign ?? {};
  return [
    ...(assign === undefined ? [] : [{ kind: 'assign', roles, fields, substitute, next } as const]),
    ...(decide === undefined ? [] : [{ kind: 'reject' } as const]),
    ...(message === undefined ? [] : [{ kind: 'message', name: message.name, field: message.field ?? null } as const]),
    ...(run === undefined ? [] : [{ kind: 'run', workflow: run } as const]),
  ];
}
