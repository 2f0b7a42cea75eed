import { describe, expect, test } from 'vitest';
import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import { processFilterKeys } from './filter.js';
import { FilterError, parsing, processListErrorIds } from './filter-error.js';
import { parseInclude } from './paging.js';
import { filterLimits, parseFilter, parseFilterText } from './parse-filter.js';
import { parseSort } from './sort.js';

const keys = processFilterKeys([
  { name: 'supplier', type: 'string' },
  { name: 'amount', type: 'number' },
  { name: 'urgent', type: 'boolean' },
  { name: 'tags', type: 'json' },
  { name: 'a/b~c', type: 'string' },
]);

const is = (key: string, operator: string, value: unknown) => ({ kind: 'condition', key, operator, value });

describe('what filters mean', () => {
  test.each([
    ['[D5] a scalar is equality', { state: 'INIT' }, is('state', 'eq', 'INIT')],
    ['[D5] an array is any of', { state: ['INIT', 'PAID'] }, is('state', 'in', ['INIT', 'PAID'])],
    ['[D5] null asks for absence', { 'fields.supplier': null }, is('fields.supplier', 'eq', null)],
    [
      '[D5] several operators must all hold',
      { 'fields.amount': { gte: 1, lt: 5 } },
      { kind: 'and', filters: [is('fields.amount', 'gte', 1), is('fields.amount', 'lt', 5)] },
    ],
    [
      '[D5] several keys must all hold',
      { state: 'INIT', priority: { ne: 'LOW' } },
      { kind: 'and', filters: [is('state', 'eq', 'INIT'), is('priority', 'ne', 'LOW')] },
    ],
    [
      '[D5] and, or take arrays of filters',
      { or: [{ state: 'INIT' }, { and: [] }] },
      { kind: 'or', filters: [is('state', 'eq', 'INIT'), { kind: 'and', filters: [] }] },
    ],
    ['[D5] nothing asked matches everything', {}, { kind: 'and', filters: [] }],
    [
      '[D3] a date is its first instant in UTC',
      { createdTs: '2026-01-31' },
      is('createdTs', 'eq', '2026-01-31T00:00:00.000Z'),
    ],
    [
      '[D3] offsets become UTC, digits after the millisecond are cut off',
      { createdTs: { gt: '2026-01-01T00:30:00.123999+02:00' } },
      is('createdTs', 'gt', '2025-12-31T22:30:00.123Z'),
    ],
    ['[D3] leap days exist', { createdTs: '2024-02-29' }, is('createdTs', 'eq', '2024-02-29T00:00:00.000Z')],
  ])('%s', (_rule, json, expected) => {
    expect(parseFilter(json, keys)).toEqual(expected);
  });

  test('[D5] text that no row can hold is a value, not an error: ids that are no UUIDs', () => {
    expect(parseFilter({ id: 'nonsense' }, keys)).toEqual(is('id', 'eq', 'nonsense'));
  });
});

describe('what filters refuse', () => {
  const deep = (levels: number): object => (levels === 0 ? {} : { and: [deep(levels - 1)] });
  test.each<[string, unknown, string, string, RegExp]>([
    ['an array', [], 'malformed', '', /must be a JSON object/],
    ['a string', 'state', 'malformed', '', /must be a JSON object/],
    ['an unknown key', { colour: 'red' }, 'unknown-key', '/colour', /no filter key "colour"\. Use one of .*state/],
    ['an unknown key inside or', { or: [{ x: 1 }] }, 'unknown-key', '/or/0/x', /no filter key "x"/],
    ['an unknown field', { 'fields.x': 1 }, 'unknown-field', '/fields.x', /no field "x"\. Use one of fields\.supplier/],
    ['a prototype name', { constructor: 1 }, 'unknown-key', '/constructor', /no filter key/],
    ['a prototype field', { 'fields.toString': 1 }, 'unknown-field', '/fields.toString', /no field "toString"/],
    ['__proto__', JSON.parse('{"__proto__": {"state": "X"}}'), 'unknown-key', '/__proto__', /no filter key/],
    ['a field without prefix', { supplier: 'a' }, 'unknown-key', '/supplier', /no filter key "supplier"/],
    [
      'an unknown operator',
      { state: { like: 'I%' } },
      'malformed',
      '/state/like',
      /Unknown operator "like".*startsWith/,
    ],
    ['a prototype operator', { state: { toString: 'x' } }, 'malformed', '/state/toString', /Unknown operator/],
    ['an operator the type has not', { id: { contains: 'a' } }, 'malformed', '/id/contains', /does not apply to "id"/],
    ['an order of booleans', { 'fields.urgent': { gt: true } }, 'malformed', '/fields.urgent/gt', /does not apply/],
    ['no operator', { state: {} }, 'malformed', '/state', /at least one operator/],
    ['a number for a text', { state: 1 }, 'malformed', '/state', /must be a string, not 1/],
    ['a text for a number', { 'fields.amount': '10' }, 'malformed', '/fields.amount', /must be a number, not "10"/],
    ['a text for a boolean', { 'fields.urgent': 'true' }, 'malformed', '/fields.urgent', /must be true or false/],
    ['an object in a list', { state: [{ eq: 'A' }] }, 'malformed', '/state/0', /must be a string, not an object/],
    ['a list for eq', { state: { eq: ['A'] } }, 'malformed', '/state/eq', /must be a string, not an array/],
    ['a scalar for in', { state: { in: 'A' } }, 'malformed', '/state/in', /must be an array/],
    ['an order with null', { 'fields.amount': { lt: null } }, 'malformed', '/fields.amount/lt', /has an order/],
    ['exists of a text', { state: { exists: 'yes' } }, 'malformed', '/state/exists', /true or false/],
    ['ieq of a number', { 'fields.tags': { ieq: 1 } }, 'malformed', '/fields.tags/ieq', /a string/],
    ['contains of a number', { 'fields.tags': { contains: 1 } }, 'malformed', '/fields.tags/contains', /a string/],
    ['and of an object', { and: {} }, 'malformed', '/and', /array of filter objects/],
    ['or of scalars', { or: ['x'] }, 'malformed', '/or/0', /must be a JSON object/],
    [
      'an infinite number',
      { 'fields.amount': Number.POSITIVE_INFINITY },
      'malformed',
      '/fields.amount',
      /range of a double/,
    ],
    ['a NUL character', { state: 'a\0b' }, 'malformed', '/state', /NUL/],
    ['half a surrogate pair', { state: '\ud800' }, 'malformed', '/state', /surrogate/],
    ['a pointer that needs escapes', { 'fields.a/b~c': 1 }, 'malformed', '/fields.a~1b~0c', /must be a string/],
    ['nesting beyond the bound', deep(filterLimits.depth + 1), 'malformed', '/and/0'.repeat(10), /10 levels/],
    [
      'more conditions than the bound',
      { or: Array.from({ length: 201 }, () => ({ state: 'A' })) },
      'malformed',
      '/or/200/state',
      /200 conditions/,
    ],
    [
      'more values than the bound',
      { state: Array.from({ length: 1001 }, () => 'A') },
      'malformed',
      '/state/1000',
      /1000/,
    ],
  ])('[D5] [D15] %s', (_what, json, kind, pointer, message) => {
    expect(() => parseFilter(json, keys)).toThrow(
      expect.objectContaining({ kind, pointer, message: expect.stringMatching(message) }),
    );
  });

  test.each([
    'yesterday',
    '2026-13-01',
    '2026-02-30',
    '2026-01-01T25:00:00Z',
    '2026-01-01T10:00:00',
    '0000-01-01',
    1,
    '',
  ])('[D15] createdTs of %j', (value) => {
    expect(() => parseFilter({ createdTs: value }, keys)).toThrow(/ISO 8601/);
  });

  test('[D5] a filter at the bounds is fine', () => {
    expect(() => parseFilter(deep(filterLimits.depth - 1), keys)).not.toThrow();
    expect(() => parseFilter({ or: Array.from({ length: 200 }, () => ({ state: 'A' })) }, keys)).not.toThrow();
    expect(() => parseFilter({ state: Array.from({ length: 1000 }, () => 'A') }, keys)).not.toThrow();
  });

  test.each([['{'], ['[]'], ['"x"'], ['null'], [''], ['x'.repeat(filterLimits.textLength + 1)]])(
    '[D15] text that is no JSON object of bounded size (case %#)',
    (text) => {
      expect(() => parseFilterText(text)).toThrow(expect.objectContaining({ kind: 'malformed', pointer: '/filters' }));
    },
  );

  test.each([
    [{ x: 1 }, 1230],
    [{ 'fields.x': 1 }, 1231],
    [{ state: 1 }, 1232],
  ] as const)('[D15] on getProcess %j is %i', (json, id) => {
    const attempt = () => parsing(processListErrorIds, () => parseFilter(json, keys, '/filters'));
    expect(attempt).toThrow(CatalogueError);
    expect(attempt).toThrow(
      expect.objectContaining({
        id,
        errors: [expect.objectContaining({ pointer: expect.stringMatching(/^\/filters\//) })],
      }),
    );
  });

  test('any other error passes parsing as it is', () => {
    expect(() =>
      parsing(processListErrorIds, () => {
        throw new RangeError('defect');
      }),
    ).toThrow(RangeError);
  });
});

describe('sort and include', () => {
  test('[D5] a comma list, "-" for descending, the first mention counts', () => {
    expect(parseSort('-createdTs,fields.amount,createdTs', keys)).toEqual([
      { key: 'createdTs', descending: true },
      { key: 'fields.amount', descending: false },
    ]);
    expect(parseSort(undefined, keys)).toEqual([]);
    expect(parseSort('', keys)).toEqual([]);
  });

  test.each([
    ['colour', 'unknown-key'],
    ['fields.colour', 'unknown-field'],
    ['createdTs,,state', 'malformed'],
    ['--createdTs', 'unknown-key'],
    ['-', 'malformed'],
    [Array.from({ length: 11 }, () => 'state').join(','), 'malformed'],
  ])('[D5] [D15] sort=%s is %s', (text, kind) => {
    expect(() => parseSort(text, keys)).toThrow(expect.objectContaining({ kind, pointer: '/sort' }));
  });

  test('[D5] a key without one value per row cannot be sorted by', () => {
    expect(() => parseSort('files', new Map([['files', { type: 'id', sortable: false }]]))).toThrow(/cannot be sorted/);
  });

  test('[D1] include names what may be added', () => {
    expect([...parseInclude('version,lastChange,version', ['version', 'lastChange'] as const)]).toEqual([
      'version',
      'lastChange',
    ]);
    expect(() => parseInclude('version,password', ['version'] as const)).toThrow(FilterError);
  });
});
