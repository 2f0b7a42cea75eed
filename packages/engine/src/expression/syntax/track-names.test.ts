import fc from 'fast-check';
import { parser, trackVariables } from 'lezer-feel';
import { describe, expect, test } from 'vitest';
import { type KnownNames, NameContext } from './name-context.js';
import { trackNames } from './track-names.js';

const known: KnownNames = {
  'net price': null,
  customer: { 'first name': null, 'home-address': { 'zip code': null }, orders: { 'order date': null } },
  'sub total + tax': null,
};

const read = (contextTracker: ReturnType<typeof trackVariables>, text: string): string => {
  try {
    return parser.configure({ top: 'Expression', dialect: 'camunda', contextTracker }).parse(text).toString();
  } catch (error) {
    return `throws ${String(error)}`;
  }
};
const ours = (text: string, names = known) => read(trackNames(NameContext.of(names)), text);
const theirs = (text: string, names = known) => read(trackVariables(names), text);

/** Names with spaces and operators, some of them only known within a part of the text. */
const name = fc.constantFrom(
  'a',
  'net price',
  'sub total + tax',
  'first name',
  'zip code',
  'home-address',
  'x y',
  'x-y',
  'b',
);
const start = fc.constantFrom(
  'customer',
  'customer.orders',
  'net price',
  'sub total + tax',
  'x y',
  'a',
  'item',
  'partial',
);
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie('expression');
  return {
    expression: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'expression', withCrossShrink: true },
      { weight: 3, arbitrary: start },
      { weight: 2, arbitrary: name },
      fc.constantFrom('1', '"text"', 'true', 'null', 'date("2026-01-01")'),
      fc.tuple(inner, name).map(([from, member]) => `${from}.${member}`),
      fc.tuple(inner, fc.constantFrom('+', '-', '*', '=', '<', 'and'), inner).map((parts) => parts.join(' ')),
      fc.array(inner, { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
      fc
        .array(fc.tuple(fc.oneof(name, fc.constant('"first name"')), inner), { maxLength: 4 })
        .map((entries) => `{${entries.map(([key, value]) => `${key}: ${value}`).join(', ')}}`),
      fc.tuple(inner, inner).map(([list, filter]) => `${list}[${filter}]`),
      fc.tuple(name, inner, inner).map(([each, list, body]) => `for ${each} in ${list} return ${body}`),
      fc.tuple(name, inner, inner).map(([each, list, body]) => `some ${each} in ${list} satisfies ${body}`),
      fc.tuple(inner, inner, inner).map(([when, then, other]) => `if ${when} then ${then} else ${other}`),
      fc.tuple(name, inner, inner).map(([parameter, body, value]) => `(function(${parameter}) ${body})(${value})`),
      fc.tuple(inner, name).map(([context, key]) => `get value(${context}, "${key}")`),
      inner.map((value) => `(${value})`),
    ),
  };
});

describe('names', () => {
  test('[FEEL-1] texts are read as with the names of the library', () => {
    fc.assert(
      fc.property(expression, (text) => {
        expect(ours(text)).toBe(theirs(text));
      }),
      { numRuns: 1500 },
    );
  });

  test.each([
    [
      'a context',
      `{${Array.from({ length: 200 }, (_, n) => `key ${n}: ${n}`).join(', ')}, all: key 7 + key 199}.key 150`,
    ],
    ['a list of contexts', `[${Array.from({ length: 60 }, (_, n) => `{x y${n}: 1}`).join(', ')}].x y3 + 1`],
    ['a call', `sum(${Array.from({ length: 100 }, () => 'net price').join(', ')}) + net price`],
    ['a loop', `for ${Array.from({ length: 70 }, (_, n) => `a b${n} in [${n}]`).join(', ')} return a b3 + a b69`],
    [
      'names that hide others',
      `{${Array.from({ length: 130 }, () => 'net price: {x y: 1}').join(', ')}, c: net price.x y}`,
    ],
  ])('[FEEL-1] what is long is read as with the names of the library: %s', (_what, text) => {
    const expected = theirs(text);
    expect(expected).not.toContain('⚠');
    expect(ours(text)).toBe(expected);
  });

  test('a name of very many words is refused', () => {
    expect(ours(`${'a '.repeat(200)}b`, {})).toBe('throws Error: a name may have at most 100 parts');
  });
});
