import { encode, JsonParameter, type Parameter, ParameterError } from './parameters.js';

/** A piece of SQL with its values. It runs only when handed to a {@link Queryable}; it can be nested in another. */
export class Fragment {
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly SqlValue[],
  ) {}
}

export type SqlValue = Parameter | Fragment;

/** A statement ready for the wire: text with `$1`-style places and their encoded values. */
export interface Statement {
  readonly text: string;
  readonly values: (string | Uint8Array | null)[];
}

interface SqlTag {
  /** A fragment: values become parameters, nested fragments are spliced in. Nothing runs. */
  (strings: TemplateStringsArray, ...values: readonly SqlValue[]): Fragment;
  /** A quoted identifier, `schema.table` given as two parts. */
  id(...parts: readonly string[]): Fragment;
  /** A JSON value for a `json` or `jsonb` place. `undefined` members are dropped as JSON.stringify does. */
  json(value: unknown): JsonParameter;
  /** Fragments with a separator between them; nothing at all for an empty list. */
  join(parts: readonly Fragment[], separator: Fragment): Fragment;
  /** `and` of the conditions in parentheses; `true` for none. */
  and(conditions: readonly Fragment[]): Fragment;
  /** `or` of the conditions in parentheses; `false` for none. */
  or(conditions: readonly Fragment[]): Fragment;
  /** `("a", "b") values ($1, $2), ...` for an insert; every row has the columns of the first. Refuses an empty list. */
  rows(rows: readonly Readonly<Record<string, SqlValue>>[]): Fragment;
  /** `"a" = $1, "b" = $2` for an update. Refuses an empty record. */
  set(changes: Readonly<Record<string, SqlValue>>): Fragment;
  /** Text taken as it is. Only for constants of the code, never for anything a client sent. */
  raw(text: string): Fragment;
}

const tag = (strings: TemplateStringsArray, ...values: readonly SqlValue[]): Fragment => new Fragment(strings, values);
const raw = (text: string): Fragment => new Fragment([text], []);
const id = (...parts: readonly string[]): Fragment => raw(parts.map((p) => `"${p.replaceAll('"', '""')}"`).join('.'));

/** Builds SQL fragments; see the members. Pure: it needs no connection and runs nothing. */
export const sql: SqlTag = Object.assign(tag, {
  raw,
  id,
  json(value: unknown): JsonParameter {
    const text: string | undefined = JSON.stringify(value);
    if (text === undefined) throw new ParameterError('sql.json was given a value JSON cannot hold (use null)');
    return new JsonParameter(text);
  },
  join(parts: readonly Fragment[], separator: Fragment): Fragment {
    const values = parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
    return spread(values);
  },
  and(conditions: readonly Fragment[]): Fragment {
    return conditions.length === 0 ? raw('true') : tag`((${sql.join(conditions, raw(') and ('))}))`;
  },
  or(conditions: readonly Fragment[]): Fragment {
    return conditions.length === 0 ? raw('false') : tag`((${sql.join(conditions, raw(') or ('))}))`;
  },
  rows(rows: readonly Readonly<Record<string, SqlValue>>[]): Fragment {
    const columns = Object.keys(rows[0] ?? {});
    if (columns.length === 0) throw new ParameterError('sql.rows needs at least one row with one column');
    const names = columns.map((name) => id(name));
    const tuples = rows.map((row) => tag`(${list(columns.map((name) => required(row, name)))})`);
    return tag`(${sql.join(names, raw(', '))}) values ${sql.join(tuples, raw(', '))}`;
  },
  set(changes: Readonly<Record<string, SqlValue>>): Fragment {
    const columns = Object.keys(changes);
    if (columns.length === 0) throw new ParameterError('sql.set needs at least one column');
    return sql.join(
      columns.map((name) => tag`${id(name)} = ${required(changes, name)}`),
      raw(', '),
    );
  },
});

/**
 * The text and values of a fragment, nested ones included.
 * @throws ParameterError when a value cannot be sent
 */
export function compile(fragment: Fragment): Statement {
  const values: (string | Uint8Array | null)[] = [];
  return { text: append(fragment, values), values };
}

function append(fragment: Fragment, values: (string | Uint8Array | null)[]): string {
  let text = fragment.strings[0] ?? '';
  fragment.values.forEach((value, index) => {
    if (value instanceof Fragment) text += append(value, values);
    else text += `$${values.push(encode(value, values.length + 1))}`;
    text += fragment.strings[index + 1] ?? '';
  });
  return text;
}

function list(items: readonly SqlValue[]): Fragment {
  return sql.join(
    items.map((item) => tag`${item}`),
    raw(', '),
  );
}

function spread(values: readonly Fragment[]): Fragment {
  return new Fragment(
    Array.from({ length: values.length + 1 }, () => ''),
    values,
  );
}

function required(row: Readonly<Record<string, SqlValue>>, name: string): SqlValue {
  const value = row[name];
  if (value === undefined) throw new ParameterError(`column ${name} is undefined (use null)`);
  return value;
}
