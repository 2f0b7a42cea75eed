import { type Fragment, sql } from '../postgres/database.js';
import { type FilterOperator, type FilterScalar, foldedOf, listOf, operandsOf, scalarOf } from './filter.js';
import { comparisons, type IndexedJson, type JsonColumn, numberOf, textOf } from './filter-column.js';

/**
 * A condition over a jsonb value of any stored type. `contains` finds a part of a text or an element of an array; order
 * comparisons hold only between values of the operand's own type.
 */
export function compileJson(
  column: JsonColumn,
  operator: FilterOperator,
  value: FilterScalar | readonly FilterScalar[],
): Fragment {
  const { expression } = column;
  switch (operator) {
    case 'eq':
    case 'in':
      return equals(column, value);
    case 'ne':
    case 'nin':
      return column.indexed?.isNoneOf(operandsOf(value)) ?? sql`not coalesce(${equals(column, value)}, false)`;
    case 'exists':
      return scalarOf(value) === true
        ? (column.indexed?.isNoneOf([null]) ?? sql`not ${isAbsent(expression)}`)
        : (column.indexed?.isOneOf([null]) ?? isAbsent(expression));
    case 'contains':
      // The form trigrams serve; a text field that holds a list, as an older declaration may have allowed, has no
      // parts.
      if (column.indexed?.beginning !== undefined) return sql`${textOf(expression)} like ${likePart(scalarOf(value))}`;
      return sql`(strpos(${textOf(expression)}, ${scalarOf(value)}) > 0
        or jsonb_typeof(${expression}) = 'array' and ${expression} @> ${sql.json(scalarOf(value))}::jsonb)`;
    case 'startsWith':
      return sql.and([
        ...prefixRange(column.indexed, scalarOf(value)),
        sql`starts_with(${textOf(expression)}, ${scalarOf(value)})`,
      ]);
    case 'icontains':
      return sql`(strpos(fold_text(${textOf(expression)}), ${foldedOf(value)}) > 0
        or jsonb_typeof(${expression}) = 'array' and ${foldedElement(expression, foldedOf(value))})`;
    case 'istartsWith':
      return sql`starts_with(fold_text(${textOf(expression)}), ${foldedOf(value)})`;
    case 'ieq':
      return sql`fold_text(${textOf(expression)}) = ${foldedOf(value)}`;
    default:
      return sql.and([
        ...beginningRange(column.indexed, operator, scalarOf(value)),
        compare(expression, sql.raw(comparisons[operator]), scalarOf(value)),
      ]);
  }
}

/** Whether a list has this text as an element. */
const foldedElement = (list: Fragment, folded: string): Fragment => sql`exists (
  select from jsonb_array_elements(case when jsonb_typeof(${list}) = 'array' then ${list} end) one
  where fold_text(${textOf(sql`one`)}) = ${folded})`;

/** What the beginning of a text fulfils when the text fulfils the comparison: an index finds by it. */
function beginningRange(
  indexed: IndexedJson | undefined,
  operator: keyof typeof comparisons,
  value: FilterScalar,
): readonly Fragment[] {
  if (indexed?.beginning === undefined || typeof value !== 'string') return [];
  const { of, characters } = indexed.beginning;
  const bound = operator === 'lt' || operator === 'lte' ? '<=' : '>=';
  return [sql`${of} ${sql.raw(bound)} ${firstOf(value, characters)}`];
}

/** Texts that start with a prefix lie between it and the next one of its length. */
function prefixRange(indexed: IndexedJson | undefined, value: FilterScalar): readonly Fragment[] {
  if (indexed?.beginning === undefined || typeof value !== 'string') return [];
  const { of, characters } = indexed.beginning;
  const first = firstOf(value, characters);
  const next = successorOf(first);
  return [sql`${of} >= ${first}`, ...(next === undefined ? [] : [sql`${of} < ${next}`])];
}

const firstOf = (text: string, characters: number): string => [...text].slice(0, characters).join('');

const LAST_CODE_POINT = 0x10ffff;

/**
 * The least text, by code points, that is greater than every text with this beginning; undefined when there is none.
 */
function successorOf(text: string): string | undefined {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === LAST_CODE_POINT) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  // Half of a surrogate pair is no character.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}

const likePart = (value: FilterScalar): string => `%${String(value).replace(/[\\%_]/g, '\\$&')}%`;

function compare(expression: Fragment, operator: Fragment, value: FilterScalar): Fragment {
  return typeof value === 'number'
    ? sql`${numberOf(expression)} ${operator} ${sql.json(value)}::jsonb`
    : sql`${textOf(expression)} collate "C" ${operator} ${value}::text`;
}

function equals(column: JsonColumn, value: FilterScalar | readonly FilterScalar[]): Fragment {
  if (column.indexed !== undefined) return column.indexed.isOneOf(operandsOf(value));
  const { values, hasNull } = listOf(value);
  const absent = isAbsent(column.expression);
  if (values.length === 0) return hasNull ? absent : sql.raw('false');
  const same = isOneOf(column, values);
  return hasNull ? sql`(${absent} or ${same})` : same;
}

/** Bare `=` and `= any` over the expressions that indexes have. */
function isOneOf({ type, expression }: JsonColumn, values: readonly (string | number | boolean)[]): Fragment {
  const [single] = values;
  if (type === 'text') {
    return values.length === 1 && single !== undefined
      ? sql`${textOf(expression)} = ${single}::text`
      : sql`${textOf(expression)} = any(${values}::text[])`;
  }
  const typed = type === 'number' ? numberOf(expression) : expression;
  return values.length === 1 && single !== undefined
    ? sql`${typed} = ${sql.json(single)}::jsonb`
    : sql`${typed} = any(${values.map((one) => sql.json(one))}::jsonb[])`;
}

/** JSON null counts as absent (D5). */
const isAbsent = (expression: Fragment): Fragment => sql`coalesce(${expression} = 'null'::jsonb, true)`;
