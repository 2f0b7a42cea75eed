import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../kernel/identifiers.js';
import { sql } from '../postgres/database.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { compileFilter } from './compile-filter.js';
import { compareSameType, evaluateFilter } from './evaluate-filter.js';
import { type Filter, type FilterKeys, operatorsOf } from './filter.js';
import { columnsOf } from './filter-column.js';
import { parseFilter } from './parse-filter.js';
import { compileSort, parseSort } from './sort.js';

const keys: FilterKeys = new Map([
  ['id', { type: 'id' }],
  ['txt', { type: 'text' }],
  ['ts', { type: 'timestamp' }],
  ['flag', { type: 'boolean' }],
  ['num', { type: 'number' }],
  ['fields.s', { type: 'text' }],
  ['fields.n', { type: 'number' }],
  ['fields.b', { type: 'boolean' }],
  ['fields.j', { type: 'json' }],
]);

const field = (name: string, type: 'text' | 'number' | 'boolean' | 'json') =>
  ({ kind: 'jsonb', type, expression: sql`(p.data -> ${name}::text)` }) as const;

const columns = columnsOf({
  id: { kind: 'id', expression: sql`p.id`, nullable: false },
  txt: { kind: 'text', expression: sql`p.txt` },
  ts: { kind: 'timestamp', expression: sql`p.ts` },
  flag: { kind: 'boolean', expression: sql`p.flag` },
  num: { kind: 'number', expression: sql`p.num` },
  'fields.s': field('s', 'text'),
  'fields.n': field('n', 'number'),
  'fields.b': field('b', 'boolean'),
  'fields.j': field('j', 'json'),
});

// Letters whose order by code point and by UTF-16 unit differ, letters of either case, and LIKE's wildcards.
const texts = ['', 'a', 'A', 'ab', 'Ab', 'b%', '%', '_', '\\', 'é', 'É', 'ß', 'SS', '\u{1d4b3}', '\ufb00', '"', "'"];
const numbers = [0, -1, 1, 1.5, 1e21, 1e-7, 2 ** 53, 10, 10.25];
const times = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2025-12-31T23:59:59.999Z'];
const ids = Array.from({ length: 40 }, () => newId());

const text = fc.constantFrom(...texts);
const number = fc.constantFrom(...numbers);
const anything = fc.oneof(text, number, fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 3 }));
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 4 });

const row = fc.record({
  txt: orNull(text),
  ts: orNull(fc.constantFrom(...times)),
  flag: orNull(fc.boolean()),
  num: orNull(number),
  // A stored value may be of any type: the declaration may have changed since (D18).
  data: fc.dictionary(fc.constantFrom('s', 'n', 'b', 'j'), anything),
});
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

const operandOf = {
  text,
  id: fc.oneof(fc.constantFrom(...ids), fc.constant('no-uuid')),
  timestamp: fc.constantFrom(...times),
  boolean: fc.boolean(),
  number,
  json: fc.oneof(text, number, fc.boolean()),
};

const condition: fc.Arbitrary<object> = fc.constantFrom(...keys).chain(([name, { type }]) =>
  fc.constantFrom(...operatorsOf[type]).chain((operator) => {
    const scalar = operandOf[type];
    const ordered = type === 'json' ? fc.oneof(text, number) : scalar;
    const operand = {
      eq: orNull<unknown>(scalar),
      ne: orNull<unknown>(scalar),
      in: fc.array(orNull<unknown>(scalar), { maxLength: 4 }),
      nin: fc.array(orNull<unknown>(scalar), { maxLength: 4 }),
      exists: fc.boolean(),
      contains: text,
      startsWith: text,
      icontains: text,
      istartsWith: text,
      ieq: text,
    };
    const value: fc.Arbitrary<unknown> = operator in operand ? operand[operator as keyof typeof operand] : ordered;
    return value.map((one) => ({ [name]: { [operator]: one } }));
  }),
);

const filter: fc.Arbitrary<object> = fc.letrec<{ filter: object }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    condition,
    fc.array(tie('filter'), { maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie('filter'), { maxLength: 3 }).map((or) => ({ or })),
    fc.tuple(condition, condition).map(([a, b]) => ({ ...a, ...b })),
  ),
})).filter;

const readOf =
  (id: string, values: Row) =>
  (key: string): unknown => {
    if (key === 'id') return id;
    if (!key.startsWith('fields.')) return values[key as 'txt' | 'ts' | 'flag' | 'num'];
    const name = key.slice('fields.'.length);
    return Object.hasOwn(values.data, name) ? values.data[name] : undefined;
  };

describe('filters in PostgreSQL and in memory', () => {
  let database: TestDatabase;
  let rows: readonly { readonly id: string; readonly values: Row }[];

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.db.script(
      'create table t (id uuid primary key, txt text, ts timestamptz(3), flag boolean, num numeric, data jsonb)',
    );
    rows = fc.sample(row, ids.length).map((values, index) => ({ id: ids[index] ?? '', values }));
    await database.db`insert into t ${sql.rows(
      rows.map(({ id, values }) => ({ id, ...values, data: sql.json(values.data) })),
    )}`;
  });
  afterAll(() => database.drop());

  const inDatabase = async (parsed: Filter): Promise<ReadonlySet<string>> => {
    const found = await database.db<{ id: string }>`select p.id from t p where ${compileFilter(parsed, columns)}`;
    return new Set(found.map(({ id }) => id));
  };

  test('[D5] select the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(filter, async (json) => {
        const parsed = parseFilter(json, keys);
        const expected = rows.filter(({ id, values }) => evaluateFilter(parsed, readOf(id, values)));
        expect([...(await inDatabase(parsed))].sort()).toEqual(expected.map(({ id }) => id).sort());
      }),
      { numRuns: 400 },
    );
  });

  test('[D5] ne and nin are exactly the complement of eq and in, whatever is stored', async () => {
    for (const [name, { type }] of keys) {
      const values = fc.sample(operandOf[type] as fc.Arbitrary<unknown>, 5);
      for (const list of [values, [...values, null], [null], []]) {
        const inside = await inDatabase(parseFilter({ [name]: { in: list } }, keys));
        const outside = await inDatabase(parseFilter({ [name]: { nin: list } }, keys));
        expect(inside.size + outside.size).toBe(rows.length);
        expect([...inside].filter((id) => outside.has(id))).toEqual([]);
      }
    }
  });

  test('[D4] [D5] sort orders are total, rows without a value come last, and pages neither overlap nor leave gaps', async () => {
    const sortable = [...keys.keys()].filter((key) => key !== 'fields.j');
    const sortText = fc
      .uniqueArray(fc.constantFrom(...sortable), { maxLength: 3 })
      .chain((names) => fc.tuple(...names.map((name) => fc.constantFrom(name, `-${name}`))))
      .map((parts) => parts.join(','));
    await fc.assert(
      fc.asyncProperty(sortText, fc.integer({ min: 1, max: 17 }), async (order, size) => {
        const terms = parseSort(order, keys);
        const orderBy = compileSort(terms, columns, sql`p.id`);
        const paged: string[] = [];
        for (let offset = 0; offset < rows.length; offset += size) {
          const page = await database.db<{ id: string }>`
            select p.id from t p order by ${orderBy} limit ${size} offset ${offset}`;
          paged.push(...page.map(({ id }) => id));
        }
        const expected = [...rows].sort((a, b) => {
          for (const { key, descending } of terms) {
            const difference = compareForSort(
              typed(key, readOf(a.id, a.values)(key)),
              typed(key, readOf(b.id, b.values)(key)),
              descending,
            );
            if (difference !== 0) return difference;
          }
          return (a.id < b.id ? -1 : 1) * ((terms.at(-1)?.descending ?? true) ? -1 : 1);
        });
        expect(paged).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: 60 },
    );
  });
});

/** A stored value of another type than the key's counts as absent in a sort order. */
function typed(key: string, value: unknown): unknown {
  const expected = {
    text: 'string',
    id: 'string',
    timestamp: 'string',
    json: '',
    boolean: 'boolean',
    number: 'number',
  };
  return typeof value === expected[keys.get(key)?.type ?? 'json'] ? value : null;
}

function compareForSort(a: unknown, b: unknown, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return (compareSameType(a, b) ?? 0) * (descending ? -1 : 1);
}
