import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileExpression } from '../compile-expression.js';
import { ExpressionSyntaxError } from '../values/errors.js';
import { NameContext } from './name-context.js';
import { type Grammar, MAX_NESTING, MAX_SOURCE_LENGTH, parseSyntax } from './parse-syntax.js';

function refusal(source: string): ExpressionSyntaxError {
  try {
    compileExpression(source);
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return error;
    throw error;
  }
  throw new Error(`${source} was accepted`);
}

describe('refused at compile time', () => {
  it.each([
    ['=', 1],
    ['   ', 0],
    ['=amount >', 9],
    ['=amount > > 1', 10],
    ['=a == 1', 4],
    ['==a', 1],
    ['=a => 1', 4],
    ['=> 10', 1],
    ["=a = 'x'", 5],
    ['=(a', 3],
    ['=a; b', 2],
    ['=a && b', 3],
    ['=not true', 5],
    ['="open', 1],
  ])('[FEEL-1] %s at character %i', (source, position) => {
    const error = refusal(source);
    expect(error.position).toBe(position);
    expect(error.message).toMatch(/empty|ends too early|is not allowed at character/);
  });

  it.each([
    ['=1.5e999', /too large/],
    ['=countt(a)', /no function "countt"/],
    ['=`if`(a)', /no function "if"/],
    ['=uuid()', /"uuid" cannot be used: its result would differ each time/],
    ['={f: function(x) external {}}', /External functions/],
  ])('[FEEL-13] %s, with the reason', (source, message) => {
    expect(refusal(source).message).toMatch(message);
  });

  it('[FEEL-1] sources and nesting past the bounds', () => {
    expect(refusal('a'.repeat(MAX_SOURCE_LENGTH + 1)).message).toMatch(/at most 10000 characters/);
    expect(refusal(`=${'('.repeat(300)}1${')'.repeat(300)}`).message).toMatch(/nests deeper than 200/);
    expect(refusal('{a:'.repeat(3_000)).message).toMatch(/nests deeper/);
    expect(refusal(`=${'-'.repeat(3_000)}a`).message).toMatch(/nests deeper/);
    expect(refusal(`=a${'.b'.repeat(300)}`).message).toMatch(/nests deeper/);
    const chain = `=${'a or '.repeat(MAX_NESTING - 10)}a`;
    expect(compileExpression(chain).variables).toEqual(new Set(['a']));
  });

  it('[FEEL-1] brackets in text and comments do not count as nesting', () => {
    const source = `="${'('.repeat(300)}" + "\\"${'['.repeat(300)}"`;
    expect(compileExpression(source).variables.size).toBe(0);
  });

  it('[FEEL-1] arbitrary text either compiles or is an ExpressionSyntaxError', () => {
    const token = fc.constantFrom(
      ...'a|b|1|"x"|(|)|[|]|{|}|.|..|,|:|;|+|-|*|/|=|<|>|@|?|`|"|if|then|else|for|in|return|some|satisfies|and|or|not|function|\n|//|/*|*/|instance|of|between|date|null'.split(
        '|',
      ),
    );
    const garbage = fc.oneof(
      fc.array(token, { maxLength: 25 }).map((words) => words.join(' ')),
      fc.string(),
    );
    fc.assert(
      fc.property(garbage, (source) => {
        try {
          compileExpression(source);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionSyntaxError);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('variables', () => {
  it.each<[source: string, variables: string[]]>([
    ['=amount > limit', ['amount', 'limit']],
    ['=order.total + order.tax', ['order']],
    ['=count(items) > 1', ['items']],
    ['=items[price > limit and item != null]', ['items', 'price', 'limit']],
    ['=for x in xs, y in x.ys return x.a + y + z + count(partial)', ['xs', 'z']],
    ['=some x in xs satisfies x > y', ['xs', 'y']],
    ['=function(x, y: number) x + y + z', ['z']],
    ['={a: b, c: a, "d e": 1, f: `d e`}', ['b']],
    ['={f: function(x) x, y: f(z)}', ['z']],
    ['=a instance of number', ['a']],
    ['=`order total` > 1', ['order total']],
    ['=order total > 1', ['order total']],
    ['=now() > date(due)', ['due']],
    ['="amount" + name', ['name']],
  ])('[FEEL-1] of %s are %j', (source, variables) => {
    expect([...compileExpression(source).variables].sort()).toEqual([...variables].sort());
  });
});

describe('known names', () => {
  const names = { 'order total': null, order: { 'net price': null }, 'a+b': null };
  const texts = fc.constantFrom(
    'order total * 2',
    'order.net price + a+b',
    '{net price: 1, other name: 2, sum: net price + other name}.other name',
    'for other name in [1, 2] return other name + order total',
    'other name > 1',
    '(function(order total) order total + 1)(2)',
    '[order, {net price: 3}][net price > 2].net price',
    '{order: {x y: 1}}.order.x y',
    'order.x y',
    '> order total, [1..a+b]',
    'order total >',
  );
  const read = (text: string, grammar: Grammar, known: typeof names): string => {
    try {
      return parseSyntax(text, 0, grammar, NameContext.of(known)).toString();
    } catch (error) {
      return String(error);
    }
  };

  it('[FEEL-10] a text is read alike, whatever was read before with the same names', () => {
    const inputs = fc.array(fc.tuple(texts, fc.constantFrom<Grammar>('Expression', 'UnaryTests')), { maxLength: 12 });
    fc.assert(
      fc.property(inputs, (given) => {
        for (const [text, grammar] of given) {
          expect(read(text, grammar, names)).toBe(read(text, grammar, structuredClone(names)));
        }
      }),
      { numRuns: 100 },
    );
  });
});
