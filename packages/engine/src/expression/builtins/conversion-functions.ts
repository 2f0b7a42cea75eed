import { print } from '../conversion/print.js';
import { toJson } from '../conversion/to-json.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import { compare } from '../operators/compare.js';
import { stringOf } from '../syntax/string-literal.js';
import {
  parseAt,
  parseDate,
  parseDateTime,
  parseFeelDuration,
  parseTime,
  zoneNameIn,
} from '../temporal/parse-temporal.js';
import { FAILURE_STEPS } from '../values/budget.js';
import { ExpressionError, excerpt } from '../values/errors.js';
import { FeelRange } from '../values/feel-range.js';
import { Builtin, form } from './builtin.js';
import { any, nullable, optional, some, text } from './parameter.js';

const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/;

function numberFrom(e: Evaluation, source: string): number | null {
  e.budget.spend(1 + source.length / 16);
  const value = NUMBER.test(source) ? Number(source) : Number.NaN;
  return Number.isFinite(value) ? value + 0 : e.warn(() => `"${excerpt(source)}" is no number`);
}

/** With the separators that the text uses: a grouping one of space, comma or period, a decimal one of period or comma. */
function separated(e: Evaluation, source: string, grouping: string | null, decimal: string | null): number | null {
  const known =
    (grouping === null || [' ', ',', '.'].includes(grouping)) && (decimal === null || ['.', ','].includes(decimal));
  if (!known || (grouping !== null && grouping === decimal)) {
    return e.warn(
      () => 'the grouping separator is a space, comma or period, the decimal one a period or comma, and they differ',
    );
  }
  e.budget.spend(source.length / 16);
  const plain = grouping === null ? source : source.replaceAll(grouping, '');
  return numberFrom(e, decimal === null ? plain : plain.replace(decimal, '.'));
}

const CALL = /^(date and time|date|time|duration)\s*\(\s*("(?:[^"\\]|\\.)*")\s*\)$/;

/** A range in FEEL's own form, whose ends are literals: numbers, texts, dates, times or durations. */
function rangeFrom(e: Evaluation, source: string): FeelRange | null {
  e.budget.spend(40 + source.length);
  const text = source.trim();
  const [open, close, dots] = [text.charAt(0), text.charAt(text.length - 1), text.indexOf('..', 1)];
  const hasForm = '[(]'.includes(open) && '])['.includes(close) && dots !== -1 && dots + 2 < text.length;
  const start = hasForm ? endpoint(e, text.slice(1, dots).trim()) : undefined;
  const end = hasForm ? endpoint(e, text.slice(dots + 2, -1).trim()) : undefined;
  const isRange =
    start !== undefined && end !== undefined && start !== null && end !== null && compare(e, start, end) !== null;
  if (!isRange) return e.warn(() => `"${excerpt(source)}" is no range`);
  return new FeelRange(start, end, open === '[', close === ']');
}

/** Undefined for what is no literal. */
function endpoint(e: Evaluation, source: string): unknown {
  const zone = zoneNameIn(source.replace(/^@/, ''));
  if (zone !== null) e.budget.spendOnZone(zone.replace(/".*$/s, ''));
  if (NUMBER.test(source)) return Number(source);
  if (/^"(?:[^"\\]|\\.)*"$/s.test(source)) return stringOf(source);
  if (/^@"[^"]*"$/.test(source)) return parseAt(source.slice(2, -1)) ?? undefined;
  const [, name, literal] = CALL.exec(source) ?? [];
  if (name === undefined || literal === undefined) return undefined;
  const value = stringOf(literal);
  switch (name) {
    case 'date':
      return parseDate(value) ?? undefined;
    case 'time':
      return parseTime(value) ?? undefined;
    case 'duration':
      return parseFeelDuration(value) ?? undefined;
    default:
      return parseDateTime(value) ?? undefined;
  }
}

function fromJson(e: Evaluation, source: string): unknown {
  e.budget.spend(5 + source.length / 4);
  e.budget.allocate(source.length * 4);
  try {
    return JSON.parse(source) as unknown;
  } catch {
    e.budget.spend(FAILURE_STEPS);
    return e.warn(() => `"${excerpt(source)}" is no JSON`);
  }
}

function asJson(e: Evaluation, value: unknown): string {
  const json = JSON.stringify(toJson(value, e.budget));
  e.budget.spend(json.length / 16);
  e.budget.allocate(json.length * 2);
  return json;
}

/** Fails the evaluation on purpose. @throws ExpressionError when the condition is not true */
function assertion(_: Evaluation, value: unknown, condition: unknown, cause: string | null): unknown {
  if (condition === true) return value;
  throw new ExpressionError(
    cause === null ? 'the condition of its assertion is not true' : `its assertion failed: ${excerpt(cause)}`,
  );
}

const IMPURE =
  'its result would differ each time a step is repeated. Set the value in a job, or pass it when the run starts';

export const conversionFunctions: readonly Builtin[] = [
  new Builtin('string', [form([any('from')], (e, value) => (value === null ? null : print(e, value)))]),
  new Builtin('number', [
    form([text('from')], numberFrom),
    form([text('from'), nullable(text('grouping separator')), nullable(text('decimal separator'))], separated),
    form([text('from'), nullable(text('grouping separator'))], (e, source, grouping) =>
      separated(e, source, grouping, null),
    ),
    form([some('from')], (e, value) => (typeof value === 'number' ? value : e.warn(() => 'number needs a text'))),
  ]),
  new Builtin('range', [form([text('from')], rangeFrom)]),
  new Builtin('from json', [form([text('value')], fromJson)]),
  new Builtin('to json', [form([any('value')], asJson)]),
];

/** Functions of Camunda 8 that are not in DMN. */
export const controlFunctions: readonly Builtin[] = [
  new Builtin('is defined', [form([any('value')], (_, value) => value !== null)]),
  new Builtin('get or else', [form([any('value'), any('default')], (_, value, otherwise) => value ?? otherwise)]),
  new Builtin('assert', [form([any('value'), any('condition'), optional(nullable(text('cause')))], assertion)]),
  new Builtin('fromAi', [
    form(
      [
        any('value'),
        optional(nullable(text('description'))),
        optional(nullable(text('type'))),
        optional(any('schema')),
        optional(any('options')),
      ],
      (_, value, _description, _type, _schema, _options) => value,
    ),
  ]),
  new Builtin('uuid', [form([], () => null)], { refused: IMPURE }),
  new Builtin('random number', [form([], () => null)], { refused: IMPURE }),
];
