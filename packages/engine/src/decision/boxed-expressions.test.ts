import { expect, test } from 'vitest';
import { compileDecisions } from './compile-decisions.js';
import { evaluateDecision } from './evaluate-decision.js';
import {
  decision,
  definitions,
  el,
  entry,
  input,
  knowledge,
  literal,
  modelOf,
  NOW,
  needs,
  resultFor,
} from './testing/dmn.js';

const boxed = (logic: string, context = {}): unknown =>
  resultFor(modelOf(input('a'), decision('D', needs('a'), logic)), 'D', context);

test('[DMN-10] the entries of a context see those before them; one without a name is the result', () => {
  const entries = [entry('x', literal('a + 1')), entry('y z', literal('x * 2'))];
  expect(boxed(el('context', {}, ...entries), { a: 1 })).toEqual({ x: 2, 'y z': 4 });
  expect(boxed(el('context', {}, ...entries, entry(null, literal('x + y z'))), { a: 1 })).toBe(6);
});

test('[DMN-10] lists and relations', () => {
  expect(boxed(el('list', {}, literal('a'), literal('"b"')), { a: 1 })).toEqual([1, 'b']);
  const relation = el(
    'relation',
    {},
    el('column', { name: 'name' }),
    el('column', { name: 'age', typeRef: 'number' }),
    el('row', {}, literal('"Ann"'), literal('a')),
    el('row', {}, literal('"Bob"'), literal('"old"')),
  );
  expect(boxed(relation, { a: 40 })).toEqual([
    { name: 'Ann', age: 40 },
    { name: 'Bob', age: null },
  ]);
});

test('[DMN-11] a business knowledge model is called in FEEL and by an invocation, with arguments by name', () => {
  const rate = knowledge('Rate', { amount: 'number', years: 'number' }, literal('amount * years'));
  const invocation = el(
    'invocation',
    {},
    literal('Rate'),
    el('binding', {}, el('parameter', { name: 'years' }), literal('2')),
    el('binding', {}, el('parameter', { name: 'amount' }), literal('a')),
  );
  const model = modelOf(
    input('a'),
    rate,
    decision('Called', needs('a', 'k:Rate'), literal('Rate(a, 3)')),
    decision('Invoked', needs('a', 'k:Rate'), invocation),
  );
  expect(resultFor(model, 'Called', { a: 10 })).toBe(30);
  expect(resultFor(model, 'Invoked', { a: 10 })).toBe(20);
  expect(resultFor(model, 'Rate', { amount: 5, years: 5 })).toBe(25);
});

test('[DMN-11] an invocation calls functions of FEEL', () => {
  const binding = (name: string, text: string): string => el('binding', {}, el('parameter', { name }), literal(text));
  const invocation = el(
    'invocation',
    {},
    literal('substring'),
    binding('string', '"foobar"'),
    binding('start position', 'a'),
  );
  expect(boxed(invocation, { a: 4 })).toBe('bar');
});

test('[DMN-11] a function of a context may call itself', () => {
  const definition = el(
    'functionDefinition',
    {},
    el('formalParameter', { name: 'n' }),
    literal('if n < 2 then 1 else n * f(n - 1)'),
  );
  expect(boxed(el('context', {}, entry('f', definition), entry(null, literal('f(a)'))), { a: 5 })).toBe(120);
});

test('[DMN-11] a function may call itself, but not without end', () => {
  const down = knowledge('Down', { n: 'number' }, literal('if n <= 0 then 0 else 1 + Down(n - 1)'));
  const model = modelOf(input('a'), down, decision('D', needs('a', 'k:Down'), literal('Down(a)')));
  expect(resultFor(model, 'D', { a: 20 })).toBe(20);
  expect(() => resultFor(model, 'D', { a: 1_000_000 })).toThrow(/deep|steps/);
});

test('[DMN-11] a function definition is a value of a context; its parameters have types', () => {
  const definition = el(
    'functionDefinition',
    {},
    el('formalParameter', { name: 'n', typeRef: 'number' }),
    literal('n * a'),
  );
  const context = (call: string) => el('context', {}, entry('times', definition), entry(null, literal(call)));
  expect(boxed(context('times(4)'), { a: 3 })).toBe(12);
  expect(boxed(context('times("x")'), { a: 3 })).toBeNull();
  expect(boxed(context('times(1, 2)'), { a: 3 })).toBeNull();
});

test('[DMN-11] a function in Java is refused with a reason and gives null', () => {
  const java = el(
    'functionDefinition',
    { kind: 'Java' },
    el('context', {}, entry('class', literal('"java.lang.Math"'))),
  );
  const logic = el('context', {}, entry('cos', java), entry(null, literal('[cos(1), a]')));
  const { model, problems } = compileDecisions(definitions(input('a'), decision('D', needs('a'), logic)));
  expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
    { code: 'not-executed', elementId: 'd_D', line: 4, message: expect.stringContaining('written in Java') },
  ]);
  if (model === undefined) throw new Error('there is no model');
  expect(evaluateDecision(model, 'D', { a: 2 }, NOW).value).toEqual([null, 2]);
});

const part = (name: string, text: string): string => el(name, {}, literal(text));

test('[DMN-12] a conditional takes one branch; a condition that is no truth value gives null', () => {
  const conditional = (condition: string) =>
    el('conditional', {}, part('if', condition), part('then', '"yes"'), part('else', '"no"'));
  expect(boxed(conditional('a > 1'), { a: 2 })).toBe('yes');
  expect(boxed(conditional('a > 1'), { a: 1 })).toBe('no');
  expect(boxed(conditional('null'))).toBe('no');
  expect(boxed(conditional('"text"'))).toBeNull();
});

test('[DMN-12] a filter keeps what matches, or takes the element at a position', () => {
  const filter = (match: string) => el('filter', {}, part('in', '[{p: 1}, {p: 5}, {p: 9}]'), part('match', match));
  expect(boxed(filter('item.p > a'), { a: 4 })).toEqual([{ p: 5 }, { p: 9 }]);
  expect(boxed(filter('p > 6'))).toEqual([{ p: 9 }]);
  expect(boxed(filter('2'))).toEqual({ p: 5 });
  expect(boxed(filter('-1'))).toEqual({ p: 9 });
  expect(boxed(filter('"text"'))).toBeNull();
});

test('[DMN-12] for, some and every iterate over lists and ranges', () => {
  const loop = (name: string, list: string, inner: string, text: string) =>
    el(name, { iteratorVariable: 'x' }, part('in', list), part(inner, text));
  expect(boxed(loop('for', '[1, 2, 3]', 'return', 'x * a'), { a: 2 })).toEqual([2, 4, 6]);
  expect(boxed(loop('for', '[1..3]', 'return', 'x + count(partial)'))).toEqual([1, 3, 5]);
  expect(boxed(loop('some', '[1, 2]', 'satisfies', 'x > a'), { a: 1 })).toBe(true);
  expect(boxed(loop('some', '[]', 'satisfies', 'true'))).toBe(false);
  expect(boxed(loop('every', '[1, 2]', 'satisfies', 'x > a'), { a: 1 })).toBe(false);
  expect(boxed(loop('every', '[1, 2]', 'satisfies', 'x > a'), { a: 0 })).toBe(true);
  expect(boxed(loop('every', '[1, 2]', 'satisfies', '"text"'))).toBeNull();
  expect(boxed(loop('for', '5', 'return', 'x'))).toBeNull();
});
