import { expect, test } from 'vitest';
import { evaluateDecision } from './evaluate-decision.js';
import {
  decision,
  el,
  input,
  knowledge,
  literal,
  modelOf,
  NOW,
  needs,
  problemsOf,
  resultFor,
  valueOfTable,
} from './testing/dmn.js';

const item = (name: string, typeRef: string, attributes = {}, ...more: string[]): string =>
  el('itemDefinition', { name, ...attributes }, el('typeRef', {}, typeRef), ...more);
const allowed = (text: string, name = 'allowedValues'): string => el(name, {}, el('text', {}, text));
const person = el(
  'itemDefinition',
  { name: 'tPerson' },
  el('itemComponent', { name: 'name' }, el('typeRef', {}, 'string')),
  el('itemComponent', { name: 'born on' }, el('typeRef', {}, 'date')),
);

/** The value of an expression of a type. */
const typed = (typeRef: string, text: string, ...items: string[]): unknown =>
  resultFor(modelOf(...items, decision('D', '', literal(text), typeRef)), 'D');

test('[DMN-13] a result that is not of its type is null', () => {
  expect(typed('string', '1 + 1')).toBeNull();
  expect(typed('number', '1 + 1')).toBe(2);
  expect(typed('tNumbers', '[1, "x"]', item('tNumbers', 'number', { isCollection: 'true' }))).toBeNull();
  expect(typed('tPerson', '{name: "Ann"}', person)).toBeNull();
  expect(typed('tPerson', '{name: "Ann", born on: date("2000-01-02"), more: 1}', person)).toEqual({
    name: 'Ann',
    'born on': '2000-01-02',
    more: 1,
  });
});

test('[DMN-13] lists of one and their elements, and dates and their midnights, are converted', () => {
  const numbers = item('tNumbers', 'number', { isCollection: 'true' });
  expect(typed('tNumbers', '5', numbers)).toEqual([5]);
  expect(typed('number', '[5]')).toBe(5);
  expect(typed('number', '[5, 6]')).toBeNull();
  expect(typed('tNumbers', 'null', numbers)).toBeNull();
  expect(typed('date and time', 'date("2000-01-02")')).toBe('2000-01-02T00:00:00Z');
});

test('[DMN-13] allowed values limit a type; those of a derived type replace those of its base', () => {
  const color = item('tColor', 'string', {}, allowed('"red","green"'));
  const derived = item('tSide', 'tColor', {}, allowed('"left"'));
  const same = item('tSame', 'tColor');
  const list = item('tColors', 'string', { isCollection: 'true' }, allowed('"red","green"'));
  const few = item('tFew', 'number', { isCollection: 'true' }, allowed('count(?) &lt; 3', 'typeConstraint'));
  expect(typed('tColor', '"red"', color)).toBe('red');
  expect(typed('tColor', '"blue"', color)).toBeNull();
  expect(typed('tSame', '"blue"', color, same)).toBeNull();
  expect(typed('tSide', '"left"', color, derived)).toBe('left');
  expect(typed('tSide', '"red"', color, derived)).toBeNull();
  expect(typed('tColors', '["red", "blue"]', list)).toBeNull();
  expect(typed('tFew', '[1, 2]', few)).toEqual([1, 2]);
  expect(typed('tFew', '[1, 2, 3]', few)).toBeNull();
});

test('[DMN-13] a type may contain itself; one that is only itself is an error', () => {
  const tree = el(
    'itemDefinition',
    { name: 'tTree' },
    el('itemComponent', { name: 'children', isCollection: 'true' }, el('typeRef', {}, 'tTree')),
  );
  expect(typed('tTree', '{children: [{children: []}]}', tree)).toEqual({ children: [{ children: [] }] });
  expect(typed('tTree', '{children: [{children: 1}]}', tree)).toBeNull();
  expect(problemsOf(item('a', 'b'), item('b', 'a'))).toContainEqual(expect.stringContaining('error type-circle'));
  expect(problemsOf(decision('D', '', literal('1'), 'tMissing'))).toContainEqual(
    expect.stringContaining('there is no type "tMissing"'),
  );
});

test('[DMN-14] JSON texts are dates, times and durations where the model says so', () => {
  const model = modelOf(
    person,
    input('p', 'tPerson'),
    input('d', 'days and time duration'),
    decision('D', needs('p', 'd'), literal('[p.born on + d, p.born on.year]')),
  );
  expect(resultFor(model, 'D', { p: { name: 'Ann', 'born on': '2000-01-31' }, d: 'P1D' })).toEqual([
    '2000-02-01',
    2000,
  ]);
});

test('[DMN-14] an input that is not of its type is null with a warning; missing members are null', () => {
  const model = modelOf(
    input('n', 'number'),
    person,
    input('p', 'tPerson'),
    decision('D', needs('n', 'p'), literal('[n, p.name]')),
  );
  const { value, trace } = evaluateDecision(model, 'D', { n: 'many', p: { 'born on': null } }, NOW);
  expect(value).toEqual([null, null]);
  expect(trace.warnings).toContainEqual({
    elementId: 'i_n',
    message: 'the value of n is not of its type, so it is null',
  });
});

test('[DMN-13] the parameters and the result of a function have types', () => {
  const half = knowledge('Half', { n: 'number' }, literal('[n / 2]', 'number'));
  const model = modelOf(half, decision('D', needs('k:Half'), literal('[Half(4), Half([6]), Half("x") = null]')));
  expect(resultFor(model, 'D')).toEqual([2, 3, true]);
});

test('[DMN-9] an input outside of the allowed values of its column is null, and so is an output', () => {
  const options = { inputs: ['a = "x","y"'], outputs: ['o = 1,2'], rules: ['"x" -> 1', '"y" -> 3', 'null -> 2'] };
  expect(valueOfTable(options, { a: 'x' })).toBe(1);
  expect(valueOfTable(options, { a: 'y' })).toBeNull();
  expect(valueOfTable(options, { a: 'z' })).toBe(2);
});

test('[DMN-8] cells: literals, comparisons, intervals, not, lists, and FEEL with ? and other inputs', () => {
  const first = (cell: string, a: unknown, b: unknown = null): unknown =>
    valueOfTable({ inputs: ['a'], outputs: ['o ? false'], rules: [`${cell} -> true`] }, { a, b });
  expect(first('-', null)).toBe(true);
  expect(first('', 5)).toBe(true);
  expect(first('1, 2, "x"', 'x')).toBe(true);
  expect(first('(1..2]', 1)).toBe(false);
  expect(first(']1..2]', 2)).toBe(true);
  expect(first('not(1, > 5)', 3)).toBe(true);
  expect(first('not(1, > 5)', 7)).toBe(false);
  expect(first('null', null)).toBe(true);
  expect(first('> 5', '7')).toBe(false);
  expect(first('"a"', ['a'])).toBe(false);
  expect(first('> b', 3, 2)).toBe(true);
  expect(first('[b..b + 2]', 4, 2)).toBe(true);
  expect(first('? > b and ? < 10', 9, 5)).toBe(true);
  expect(first('starts with(?, "ab")', 'abc')).toBe(true);
  expect(first('date("2026-01-01")', '2026-01-01')).toBe(false);
  expect(first('"é", "ü"', 'ü')).toBe(true);
});
