import { normalizeContextKey } from 'lezer-feel';
import { admit } from '../conversion/admit.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import { temporalProperty } from '../temporal/temporal-properties.js';
import { FeelObject, typeOf } from '../values/feel-object.js';
import { FeelRange } from '../values/feel-range.js';
import { spendOnTemporal } from './temporal-cost.js';

/** Names that cannot be written differently: without spaces and operators. */
const PLAIN_NAME = /^\w+$/;
const BYTES_PER_ELEMENT = 8;
const NORMALISING_STEPS = 4;
const CHARACTERS_PER_STEP = 8;

/** A name after a dot, with what it takes to find it. */
export interface MemberName {
  readonly name: string;
  /** With its spaces normalised, as the keys of contexts are compared with it; null for a name without spaces and operators. */
  readonly normal: string | null;
}

export function memberName(name: string): MemberName {
  return { name, normal: PLAIN_NAME.test(name) ? null : normalizeContextKey(name) };
}

/** The name that an expression computes, for each evaluation. */
export function computedName(e: Evaluation, name: string): MemberName {
  e.budget.spend(name.length / CHARACTERS_PER_STEP);
  return memberName(name);
}

/** `target.name`: a member of a context, of each element of a list, or a property of a date, duration or range. Null when missing. */
export function member(e: Evaluation, target: unknown, key: MemberName): unknown {
  if (typeof target !== 'object' || target === null) return missing(e, target, key.name);
  if (Array.isArray(target)) {
    e.budget.spend(target.length * 3);
    e.budget.allocate(target.length * BYTES_PER_ELEMENT);
    return target.map((element) => member(e, admit(element), key));
  }
  if (target instanceof FeelObject) {
    const value = property(e, target, key.name);
    return value === undefined ? missing(e, target, key.name) : value;
  }
  const value = entryOf(e, target as Record<string, unknown>, key);
  return value === undefined ? missing(e, target, key.name) : value;
}

/** The own entry of a context, admitted; undefined when it has none of that name. */
export function entryOf(e: Evaluation, context: Record<string, unknown>, { name, normal }: MemberName): unknown {
  if (Object.hasOwn(context, name)) return admit(context[name]);
  if (normal === null) return undefined;
  const keys = Object.keys(context);
  e.budget.spend(keys.length);
  const found = keys.find((key) => {
    e.budget.spend(NORMALISING_STEPS + key.length / CHARACTERS_PER_STEP);
    return normalizeContextKey(key) === normal;
  });
  return found === undefined ? undefined : admit(context[found]);
}

function property(e: Evaluation, target: FeelObject, name: string): unknown {
  if (target instanceof FeelRange) return rangeProperty(target, name);
  spendOnTemporal(e, target);
  return temporalProperty(target, name);
}

function rangeProperty(range: FeelRange, name: string): unknown {
  switch (name) {
    case 'start':
      return range.start;
    case 'end':
      return range.end;
    case 'start included':
      return range.startIncluded;
    case 'end included':
      return range.endIncluded;
    default:
      return undefined;
  }
}

function missing(e: Evaluation, target: unknown, name: string): null {
  return e.warn(() => (target === null ? `null has no "${name}"` : `there is no "${name}" in the ${typeOf(target)}`));
}
