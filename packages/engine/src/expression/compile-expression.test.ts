import { describe, expect, it } from 'vitest';
import { compileExpression } from './compile-expression.js';
import { scopeOf } from './testing/scope-of.js';
import { ExpressionError } from './values/errors.js';

const NOW = new Date('2026-03-01T12:30:45.250Z');

function evaluate(source: string, variables: Record<string, unknown> = {}) {
  return compileExpression(source).evaluate(scopeOf(variables), NOW);
}

describe('compiled expressions', () => {
  const order = { total: 120.5, lines: [{ price: 3 }, { price: 30 }], customer: { name: 'Ada', vip: null } };
  const variables = { amount: 12000, approved: true, n: null, text: 'abc', order };

  it.each<[source: string, expected: unknown]>([
    // comparisons
    ['=amount > 10000', true],
    ['=amount >= 12000', true],
    ['=amount < 12000', false],
    ['=amount <= 11999.99', false],
    ['="a" < "b"', true],
    ['=approved = true', true],
    ['=approved != true', false],
    ['=amount = "12000"', null],
    ['=n = null', true],
    ['=missing = null', true],
    ['=amount = null', false],
    ['=amount != null', true],
    ['=n > 1', null],
    ['=1 > n', null],
    ['=text > 10', null],
    ['=text >= 10', null],
    ['=amount between 1 and 20000', true],
    ['=n between 1 and 2', null],
    // three-valued logic
    ['=true and n', null],
    ['=false and n', false],
    ['=true or n', true],
    ['=false or n', null],
    ['=amount or true', true],
    ['=approved and amount > 1 or false', true],
    ['=not(approved)', false],
    ['=not(n)', null],
    ['=not(text)', null],
    // arithmetic and strings
    ['=1 + 2 * 3', 7],
    ['=(1 + 2) * 3', 9],
    ['=2 ** 10', 1024],
    ['=-amount / 3', -4000],
    ['=1 / 0', null],
    ['=0.1 + 0.2', 0.3],
    ['=n + 1', null],
    ['="a" + text', 'aabc'],
    ['="a" + 1', null],
    ['="a" - "b"', null],
    ['=1.0e308 * 10', null],
    // paths
    ['=order.total', 120.5],
    ['=order.customer.name', 'Ada'],
    ['=order.customer.vip.level', null],
    ['=order.missing.deeper', null],
    ['=missing.path', null],
    ['=amount.path', null],
    // conditional and membership
    ['=if amount > 10000 then "HIGH" else "LOW"', 'HIGH'],
    ['=if n then 1 else 2', 2],
    ['=text in ("abc", "def")', true],
    ['=text in ["x", "y"]', false],
    ['=amount in [1..12000]', true],
    ['=amount in [1..12000)', false],
    ['=amount in (< 0, > 10000)', true],
    ['=n in [1..5]', null],
    ['=n in (1, null)', true],
    // without the leading sign, with white space and comments
    ['amount > 10000', true],
    [' = amount > 10000 // threshold', true],
  ])('[FEEL-1] %s is %j', (source, expected) => {
    expect(evaluate(source, variables)).toEqual(expected);
  });

  it('[FEEL-1] a path that meets a list at run time is a projection', () => {
    expect(evaluate('=order.lines.price', variables)).toEqual([3, 30]);
  });

  it('[FEEL-8] contexts and lists compare by content', () => {
    expect(evaluate('=a = b', { a: { x: [1, 2] }, b: { x: [1, 2] } })).toBe(true);
    expect(evaluate('=a = b', { a: { x: [1, 2] }, b: { x: [1, 3] } })).toBe(false);
  });

  it('[FEEL-1] a variable hides the built-in function of its name, and a missing one is null', () => {
    expect(evaluate('=count > 5', { count: 6 })).toBe(true);
    expect(evaluate('=count = null')).toBe(true);
    expect(evaluate('=count')).toBe(null);
  });

  it('[FEEL-10] names with spaces or operators stand in backticks', () => {
    expect(evaluate('=`order total` > 5', { 'order total': 6 })).toBe(true);
    expect(evaluate('=fields.`due-date`', { fields: { 'due-date': 'soon' } })).toBe('soon');
  });
});

describe('the rest of the language', () => {
  const items = [{ price: 5 }, { price: 50 }];

  it.each<[source: string, expected: unknown]>([
    ['=count(items) + 1', 3],
    ['=sum(items.price)', 55],
    ['=items[price > 10]', [{ price: 50 }]],
    ['=items[1].price', 5],
    ['=some item in items satisfies item.price > 10', true],
    ['=for i in 1..3 return i * 2', [2, 4, 6]],
    ['=for i in 3..1 return i', [3, 2, 1]],
    ['=for i in 1..2.5 return i', [1, 2]],
    ['={a: 1, b: a + 1}', { a: 1, b: 2 }],
    ['={f: function(x) x * 2, y: f(4)}.y', 8],
    ['=upper case("a") + string(1)', 'A1'],
    ['="tab\\tnew\\nline"', 'tab\tnew\nline'],
    ['=matches("foobar", "^fo+b")', true],
    ['="abc" >= count(items)', null],
    ['=count(items) >= "abc"', null],
    ['=date("2026-01-31") + duration("P1M")', '2026-02-28'],
    ['=date and time("2026-01-01T10:00:00@Europe/Paris")', '2026-01-01T10:00:00@Europe/Paris'],
    ['=time("10:00:00Z")', '10:00:00Z'],
    ['=duration("PT90M")', 'PT1H30M'],
    ['=duration("P14M")', 'P1Y2M'],
    ['=[date("2026-01-01"), {at: @"PT1S"}]', ['2026-01-01', { at: 'PT1S' }]],
    ['=sqrt(-1)', null],
  ])('[FEEL-1] %s is %j', (source, expected) => {
    expect(evaluate(source, { items })).toEqual(expected);
  });

  it('[FEEL-13] now() and today() are the given instant, in UTC', () => {
    expect(evaluate('=now()')).toBe('2026-03-01T12:30:45.25Z');
    expect(evaluate('=today()')).toBe('2026-03-01');
    expect(evaluate('=now() + duration("PT1H") > date and time("2026-03-01T13:30:45Z")')).toBe(true);
    expect(evaluate('=today()', { today: 'hidden' })).toBe('2026-03-01');
  });

  it('[FEEL-1] a Date variable is a date-time', () => {
    expect(evaluate('=at + duration("PT15S")', { at: NOW })).toBe('2026-03-01T12:31:00.25Z');
    expect(evaluate('=at', { at: NOW })).toBe('2026-03-01T12:30:45.25Z');
  });

  it('[FEEL-10] keys of the data never change how an expression is read', () => {
    const a = { b: 3, 'b - c': 99, 'b c': 98 };
    expect(evaluate('=a.b - c', { a, c: 1 })).toBe(2);
    expect(evaluate('=abs(a.b - c)', { a, c: 1 })).toBe(2);
  });

  it.each([
    ['=[1..5]', /a range, which is not a JSON value/],
    ['=function(x) x', /a function/],
    ['=for i in 1..10000000 return i', /exceeds its budget: it needs more than 100,000 steps/],
    ['=assert(a, a > 1, "a is too small")', /assertion failed: a is too small/],
  ])('[FEEL-14] %s fails with an ExpressionError', (source, message) => {
    expect(() => evaluate(source, { a: 1 })).toThrow(ExpressionError);
    expect(() => evaluate(source, { a: 1 })).toThrow(message);
  });

  it('[FEEL-2] data nested deeper than the stack is an ExpressionError in both paths', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = { deep };
    expect(() => evaluate('=a', { a: deep })).toThrow(ExpressionError);
    expect(() => evaluate('=[a]', { a: deep })).toThrow(ExpressionError);
  });

  it('[FEEL-1] variables that are no JSON values are refused by name', () => {
    expect(() => evaluate('=f', { f: () => 1 })).toThrow(/variable "f" holds a function/);
    expect(() => evaluate('=m.size', { m: new Map() })).toThrow(/variable "m" holds an object that is not plain data/);
    expect(() => evaluate('=b + 1', { b: 1n })).toThrow(/variable "b" holds a bigint/);
  });
});

describe('prototypes stay out of reach', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];

  it.each(names)('[FEEL-11] %s is null as a variable and as a member, in both paths', (name) => {
    for (const data of [{ x: 1 }, 'text', 1, true, null]) {
      expect(evaluate(`=a.${name}`, { a: data })).toBe(null);
      expect(evaluate(`=[a.${name}]`, { a: data })).toEqual([null]);
    }
    expect(evaluate(`=[a.${name}]`, { a: [] })).toEqual([[]]);
    expect(evaluate(`=${name}`)).toBe(null);
    expect(evaluate(`=[${name}]`)).toEqual([null]);
    expect(evaluate(`=get value({}, "${name}")`)).toBe(null);
  });

  it('[FEEL-11] a member named __proto__ is data like any other and pollutes nothing', () => {
    const a: unknown = JSON.parse('{"__proto__": {"polluted": true}, "x": 1}');
    expect(evaluate('=a.__proto__.polluted', { a })).toBe(true);
    expect(evaluate('=[a.polluted]', { a })).toEqual([null]);
    expect(evaluate('=[a.__proto__.polluted]', { a })).toEqual([true]);
    expect(evaluate('=context put({}, ["__proto__", "polluted"], 1)')).toBe(null);
    expect(evaluate('=context merge([a, a])', { a })).toEqual(a);
    expect(evaluate('={__proto__: {polluted: 1}}.polluted')).toBe(null);
    evaluate('=[a][polluted = true]', { a });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('[FEEL-11] no function constructor is reachable through a built-in', () => {
    for (const source of ['=[count.constructor]', '=[count.__proto__]', '=count.prototype']) {
      const value = JSON.stringify(evaluate(source));
      expect(['[null]', 'null']).toContain(value);
    }
  });
});

describe('sharing', () => {
  it('[FEEL-1] the result shares the variable when it is already JSON, and the scope is never changed', () => {
    const order = Object.freeze({ lines: Object.freeze([2, 1]) });
    expect(evaluate('=order', { order })).toBe(order);
    expect(evaluate('=sort(order.lines, function(a, b) a < b)', { order })).toEqual([1, 2]);
    expect(order).toEqual({ lines: [2, 1] });
  });

  it('[FEEL-1] null-prototype contexts are contexts in both paths', () => {
    const a = Object.assign(Object.create(null) as Record<string, unknown>, { x: 1 });
    expect(evaluate('=a.x', { a })).toBe(1);
    expect(evaluate('=a = {x: 1}', { a })).toBe(true);
    expect(evaluate('=a', { a })).toEqual({ x: 1 });
  });

  it('[FEEL-1] numbers JSON does not know come out as null, -0 as 0', () => {
    expect(evaluate('=[a, b]', { a: Number.NaN, b: Number.POSITIVE_INFINITY })).toEqual([null, null]);
    expect(Object.is(evaluate('=-(a)', { a: 0 }), 0)).toBe(true);
    expect(Object.is(evaluate('=a', { a: -0 }), 0)).toBe(true);
  });
});
