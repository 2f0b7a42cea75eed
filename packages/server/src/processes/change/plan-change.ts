import { isDeepStrictEqual } from 'node:util';
import type { NameSet } from '../../access/role.js';
import type { Blame } from '../../kernel/errors/catalogue-error.js';
import { invalidValue, unknownField } from '../../kernel/errors/request-errors.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { CheckBudget } from '../../kernel/json-schema/check-budget.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { ProcessRow } from '../records/processes/process-row.js';
import type { ProcessUpdate } from '../records/processes/write-process.js';

/** Names in `updates` that are members of the process itself, not dynamic fields (D17). */
export const reservedNames: ReadonlySet<string> = new Set(['state', 'priority', 'stageKey']);

/** What differs from the process as it is; every part is valid but for references. */
export type PlannedChange = ProcessUpdate;

/** Whether nothing differs. */
export const isEmptyChange = (planned: PlannedChange): boolean =>
  planned.set.size === 0 &&
  planned.cleared.length === 0 &&
  planned.state === undefined &&
  planned.priority === undefined &&
  planned.stageKey === undefined;

/**
 * Validates updates against the configuration and the process (D17).
 *
 * @param known the fields that the message may name
 * @throws CatalogueError 1231 naming every unknown name; otherwise 1232 naming every value that is not allowed
 */
export function planChange(
  subProject: SubProject,
  process: ProcessRow,
  updates: Readonly<Record<string, unknown>>,
  known: NameSet,
): PlannedChange {
  const entries = Object.entries(updates);
  refuseUnknown(
    subProject,
    entries.flatMap(([name]) => (reservedNames.has(name) ? [] : [name])),
    'updates',
    known,
  );
  const errors: Blame[] = [];
  const head: { state?: string; priority?: string; stageKey?: string } = {};
  const set = new Map<string, unknown>();
  const cleared: string[] = [];
  const budget = new CheckBudget();
  for (const [name, value] of entries) {
    const problem = reservedNames.has(name)
      ? takeReserved(subProject, process, name, value, head)
      : takeField(subProject, process, { name, given: value, budget }, set, cleared);
    if (problem !== undefined) errors.push({ pointer: jsonPointer('updates', name), detail: problem });
  }
  if (errors.length > 0) throw invalidValue(describe(errors), errors);
  return { ...head, set, cleared };
}

/** A body may hold a hundred thousand names; its answer must not be larger than the request. */
const MAXIMUM_BLAMED = 20;

/**
 * @param known the fields that the message may name, see `known-fields.ts`
 * @throws CatalogueError 1231 when a name is no declared field
 */
export function refuseUnknown(subProject: SubProject, names: readonly string[], parent: string, known: NameSet): void {
  const unknown = names.filter((name) => !subProject.fields.has(name)).map((name) => name.slice(0, 100));
  const [first] = unknown;
  if (first === undefined) return;
  const named = [...subProject.fields.keys()].filter((name) => known.has(name));
  const list = named.length === 0 ? '' : ` ${known.all ? 'Its fields' : 'Fields of your roles'}: ${named.join(', ')}`;
  throw unknownField(
    `There is no field "${first}" in this sub-project.${list === '' ? '' : `${list.slice(0, 1000)}.`}`,
    unknown
      .slice(0, MAXIMUM_BLAMED)
      .map((name) => ({ pointer: jsonPointer(parent, name), detail: 'There is no such field in this sub-project.' })),
  );
}

/** One sentence for the problem's detail; the rest stands in `errors`. */
export function describe(errors: readonly Blame[]): string {
  const [first] = errors;
  if (first === undefined) return 'A value is not valid.';
  const rest = errors.length === 1 ? '' : ` (and ${errors.length - 1} more)`;
  return `${first.pointer}: ${first.detail}${rest}`;
}

function takeReserved(
  subProject: SubProject,
  process: ProcessRow,
  name: string,
  value: unknown,
  head: { state?: string; priority?: string; stageKey?: string },
): string | undefined {
  switch (name) {
    case 'state':
      return takeState(subProject, process, value, head);
    case 'priority':
      if (!isOneOf(value, subProject.priorities)) return mustBeOneOf(subProject.priorities);
      if (value !== process.priority) head.priority = value;
      return undefined;
    default: {
      const keys = [...subProject.stages.keys()];
      if (!isOneOf(value, keys)) return mustBeOneOf(keys);
      if (value !== process.stageKey) head.stageKey = value;
      return undefined;
    }
  }
}

function takeState(
  subProject: SubProject,
  process: ProcessRow,
  value: unknown,
  head: { state?: string },
): string | undefined {
  const states = [...subProject.states];
  if (!isOneOf(value, states)) return mustBeOneOf(states);
  if (value === process.state) return undefined;
  if (!subProject.allowsTransition(process.state, value)) {
    const next = states.filter((state) => state !== process.state && subProject.allowsTransition(process.state, state));
    const right = next.length === 0 ? `${process.state} is a final state.` : `It may become ${next.join(', ')}.`;
    return `A process in the state ${process.state} may not become ${value}. ${right}`;
  }
  head.state = value;
  return undefined;
}

function takeField(
  subProject: SubProject,
  process: ProcessRow,
  { name, given, budget }: { readonly name: string; readonly given: unknown; readonly budget: CheckBudget },
  set: Map<string, unknown>,
  cleared: string[],
): string | undefined {
  const field = subProject.fields.get(name);
  const stored = Object.hasOwn(process.fields, name) ? process.fields[name] : undefined;
  if (given === null || given === undefined) {
    if (field?.required === true) return 'This field is required and cannot be cleared.';
    if (stored !== undefined) cleared.push(name);
    return undefined;
  }
  const value = asStored(given);
  // A value that stays is not judged again: the declaration may have changed since it was stored (D18).
  if (stored !== undefined && isDeepStrictEqual(value, stored)) return undefined;
  const problem = field?.check(value, budget);
  if (problem === undefined) set.set(name, value);
  return problem;
}

/** As the database gives it back: without negative zero, which it does not have. */
const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const isOneOf = (value: unknown, allowed: readonly string[]): value is string =>
  typeof value === 'string' && allowed.includes(value);

/** What to say of a value outside a closed list. */
export const mustBeOneOf = (allowed: readonly string[]): string => `must be one of ${allowed.join(', ')}`;
