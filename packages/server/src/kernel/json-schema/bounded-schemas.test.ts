import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BoundedCheck, createBoundedSchemas } from './bounded-schemas.js';

const schemas = createBoundedSchemas({ strict: false });
const verdict = (check: BoundedCheck, value: unknown): string => {
  const judgement = check(value);
  if (judgement === undefined) return 'valid';
  return 'refused' in judgement ? judgement.refused.message : (judgement.errors[0]?.keyword ?? '');
};
const check = (schema: Record<string, unknown>, value: unknown) => verdict(schemas.compile(schema), value);
const timed = <T>(work: () => T): { readonly result: T; readonly ms: number } => {
  const begun = performance.now();
  const result = work();
  return { result, ms: performance.now() - begun };
};

describe('uniqueItems', () => {
  it.each<[unknown[], string]>([
    [[1, 1.0], 'uniqueItems'],
    [[0, -0], 'uniqueItems'],
    [[1, '1'], 'valid'],
    [[1, true], 'valid'],
    [[null, 'null'], 'valid'],
    [
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      'uniqueItems',
    ],
    [[{ a: 1 }, { a: 2 }], 'valid'],
    [
      [
        [1, 2],
        [2, 1],
      ],
      'valid',
    ],
    [[[1, 2], ['1,2']], 'valid'],
    [[{ 'a":1,"b': 1 }, { a: 1, b: 1 }], 'valid'],
    [[{}, []], 'valid'],
    [[], 'valid'],
  ])('%j is %s', (items, expected) => expect(check({ uniqueItems: true }, items)).toBe(expected));

  it('takes any items when it is false', () => expect(check({ uniqueItems: false }, [1, 1])).toBe('valid'));

  it('of 10,000 objects is found out at once', () => {
    const items = Array.from({ length: 10_000 }, (_, index) => ({ id: index, name: 'x', tags: ['a', 'b'] }));
    const { result, ms } = timed(() => check({ uniqueItems: true }, items));
    expect(result).toBe('valid');
    expect(ms).toBeLessThan(10_000);
    expect(check({ uniqueItems: true }, [...items.slice(1), { ...items[5] }])).toBe('uniqueItems');
  });
});

describe('checks mean what they mean in JSON Schema', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const leaf = fc.constantFrom<Record<string, unknown>>(
    { type: 'string', minLength: 2 },
    { type: 'integer', minimum: 2 },
    { type: ['number', 'null'], multipleOf: 0.5 },
    { type: 'boolean' },
    { enum: [1, 'a', { a: 1, b: 2 }, [1]] },
    { const: { b: 2, a: 1 } },
    { const: null },
    { type: 'array', uniqueItems: true, maxItems: 2 },
    { type: 'object', required: ['a'] },
    { pattern: '^a+$' },
    {},
    { minProperties: 1, minItems: 1 },
  );
  const schema = fc.letrec<{ all: Record<string, unknown> }>((tie) => ({
    all: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      leaf,
      fc.record({ type: fc.constant('array'), items: tie('all') }),
      fc.record({ properties: fc.record({ a: tie('all'), b: tie('all') }), additionalProperties: fc.boolean() }),
      fc.record({ anyOf: fc.array(tie('all'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ oneOf: fc.array(tie('all'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ allOf: fc.array(tie('all'), { minLength: 1, maxLength: 2 }), unevaluatedProperties: fc.boolean() }),
      fc.record({ not: tie('all') }),
      fc.tuple(tie('all'), tie('all')).map(([when, other]) => ({ if: when, else: other })),
      fc.record({ contains: tie('all') }),
      fc.record({ prefixItems: fc.array(tie('all'), { minLength: 1, maxLength: 2 }) }),
    ),
  })).all;
  const value = fc.letrec<{ all: unknown }>((tie) => ({
    all: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      fc.constantFrom<unknown>(null, true, 0, -0, 1, 2, 2.5, '', 'a', 'ab', 'aa'),
      fc.array(tie('all'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('all'), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).all;

  it('for random schemas and values', () => {
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 1, maxLength: 8 }), (given, values) => {
        const bounded = schemas.compile(given);
        const plain = ajv.compile(given);
        for (const one of values) expect(bounded(one) === undefined).toBe(plain(one));
        ajv.removeSchema(given);
      }),
      { numRuns: 80 },
    );
  });

  // Ajv 8.20 alone takes it.
  it('for an empty array, which contains nothing', () =>
    expect(check({ prefixItems: [{ type: 'string' }], contains: {} }, [])).toBe('contains'));

  it('with the place of an error', () => {
    const judgement = schemas.compile({ properties: { a: { items: { enum: [1] } } } })({ a: [1, 2] });
    expect(judgement).toMatchObject({ errors: [{ keyword: 'enum', instancePath: '/a/1' }] });
    const type = schemas.compile({ properties: { a: { type: 'string' } } })({ a: 1 });
    expect(type).toMatchObject({ errors: [{ keyword: 'type', instancePath: '/a', params: { type: 'string' } }] });
  });
});

describe('values are bounded', () => {
  const many = (length: number) => Array.from({ length }, (_, index) => index);

  it('to 10,000 items where the schema has no larger maxItems', () => {
    expect(check({}, many(10_000))).toBe('valid');
    expect(check({}, many(10_001))).toContain('at most 10000 items (declare a larger maxItems');
    expect(schemas.compile({})({ 'a/b': [many(10_001)] })).toMatchObject({ refused: { at: '/a~1b/0' } });
    expect(check({ not: { maxItems: 5 } }, many(10_001))).toContain('at most 10000 items');
    expect(check({ maxItems: 20_000 }, many(10_001))).toBe('valid');
    expect(check({ maxItems: 20_000 }, many(20_001))).toContain('at most 20000 items');
    expect(check({ maxItems: 5 }, many(6))).toBe('maxItems');
  });

  it('to 200,000 values', () => {
    expect(check({ maxItems: 1_000_000 }, many(199_999))).toBe('valid');
    expect(check({ maxItems: 1_000_000 }, many(200_000))).toContain('more than 200000 values');
  });

  it('to 64 levels', () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 64; depth += 1) value = [value];
    expect(check({}, value)).toBe('valid');
    expect(check({}, [value])).toContain('nested deeper than 64 levels');
  });
});

describe('a check ends, whatever its schema is', () => {
  const item = (keyword: string) => ({
    $defs: {
      n: { [keyword]: [{ items: { $ref: '#/$defs/n' } }, { items: { $ref: '#/$defs/n' } }], not: { type: 'string' } },
    },
    $ref: '#/$defs/n',
  });
  it.each(['anyOf', 'oneOf', 'allOf'])('%s that doubles with each level', (keyword) => {
    let value: unknown = 'x';
    for (let depth = 0; depth < 60; depth += 1) value = [value];
    const { result, ms } = timed(() => check(item(keyword), value));
    if (keyword !== 'allOf') expect(result).toContain('takes too long to check');
    expect(ms).toBeLessThan(10_000);
  });

  it('also when its leaves fail before anything else is looked at', () => {
    const either = { items: { $ref: '#/$defs/n' } };
    const schema = { $defs: { n: { type: 'array', anyOf: [either, either, either] } }, $ref: '#/$defs/n' };
    let value: unknown = 1;
    for (let depth = 0; depth < 60; depth += 1) value = [value];
    const { result, ms } = timed(() => check(schema, value));
    expect(result).toContain('takes too long to check');
    expect(ms).toBeLessThan(10_000);
  });

  // 10 s is far above what a check takes on a busy machine, and far below what it took before it was bounded.
  it('many texts against a pattern whose automaton is large', () => {
    const text = Array.from({ length: 5_000 }, (_, index) => ((index * 7919) % 13 < 6 ? 'a' : 'b')).join('');
    const schema = { items: { pattern: '[ab]*a[ab]{400}[xy]' } };
    const { result, ms } = timed(() =>
      check(
        schema,
        Array.from({ length: 200 }, (_, index) => `${text.slice(index)}a`),
      ),
    );
    expect(['pattern', 'takes too long to check; send a smaller value, or simplify the schema']).toContain(result);
    expect(ms).toBeLessThan(10_000);
  });

  it('many items against an enumeration of many', () => {
    const values = Array.from({ length: 9_000 }, (_, index) => ({ index }));
    const { result, ms } = timed(() => check({ items: { enum: values } }, values.toReversed()));
    expect(result).toBe('valid');
    expect(ms).toBeLessThan(10_000);
  });

  it('a url of 5,000 characters, many times', () => {
    const { ms } = timed(() =>
      check(
        { items: { format: 'url' } },
        Array.from({ length: 200 }, () => `http://${'::'.repeat(2_490)}@`),
      ),
    );
    expect(ms).toBeLessThan(10_000);
  });
});

describe('schemas that cannot be checked in bounded time are named', () => {
  it.each<[Record<string, unknown>, RegExp]>([
    [{ $ref: '#' }, /refers to itself without end/],
    [{ anyOf: [{ type: 'string' }, { $ref: '#/anyOf/1' }] }, /refers to itself without end/],
    [{ examples: [{ type: 'string' }], $ref: '#/examples/0' }, /"#\/examples\/0" names no part of this schema/],
    [{ const: { $ref: '#/const' }, $ref: '#/const' }, /names no part/],
    [{ $ref: 'https://example.com/schema' }, /names no part/],
    [
      { properties: Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`p${n}`, {}])) },
      /501 sub-schemas; at most 500/,
    ],
    [{ pattern: '(?=a)' }, /looks ahead/],
  ])('%j', (schema, message) => expect(schemas.problems(schema).join()).toMatch(message));

  it('and others are not', () => {
    const tree = { $defs: { n: { type: 'object', properties: { left: { $ref: '#/$defs/n' } } } }, $ref: '#/$defs/n' };
    expect(schemas.problems(tree)).toEqual([]);
    expect(schemas.problems({ $defs: { n: { $anchor: 'name' } }, properties: { a: { $ref: '#name' } } })).toEqual([]);
  });
});
