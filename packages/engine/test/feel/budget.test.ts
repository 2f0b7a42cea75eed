import { expect, test } from 'vitest';
import { compile } from '../../src/compile/compile.js';
import { compileExpression } from '../../src/expression/compile-expression.js';
import { scopeOf } from '../../src/expression/testing/scope-of.js';
import { Budget, MAX_STEPS } from '../../src/expression/values/budget.js';
import { ExpressionError } from '../../src/expression/values/errors.js';
import * as b from '../../src/testing/bpmn.js';
import { Driver } from '../../src/testing/driver.js';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const variables = {
  list: range(20_000),
  objects: range(5_000).map((a) => ({ a, b: `x${a}` })),
  texts: range(20_000).map((at) => `item ${at}`),
  big: 'ab'.repeat(200_000),
  letters: 'a'.repeat(40),
  wide: Object.fromEntries(range(20_000).map((at) => [`key ${at} `, at])),
  long: 'a '.repeat(20_000),
  wrong: `(${'a'.repeat(20_000)}`,
  spaces: ' '.repeat(200_000),
  dots: `[${'.'.repeat(40_000)}`,
  faces: '\u{1F600}'.repeat(50_000),
  dates: range(600).map((at) => `2026-01-0${1 + (at % 9)}T10:00:00@Europe/Berlin`),
};
/** Longest time of the processor for one evaluation on a busy machine, in milliseconds. It stops what is not counted at all. */
const PATIENCE = 400;

/** Answers what an evaluation spent, or 'within' when it has a value. */
function spend(source: string): { readonly steps: number; readonly failed: boolean } {
  const expression = compileExpression(source);
  const budget = new Budget();
  const begun = process.cpuUsage();
  let failed = false;
  try {
    expression.evaluate(scopeOf(variables), new Date(0), budget);
  } catch (error) {
    expect(error).toBeInstanceOf(ExpressionError);
    failed = true;
  }
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1_000, source).toBeLessThan(PATIENCE);
  return { steps: budget.steps, failed };
}

test.each([
  'count(for x in 1..3000, y in 1..3000 return x * y)',
  'for i in 1..60 return partial',
  'for i in 1..40 return [partial[-1], partial[-1]]',
  'for i in 1..60 return if count(partial) = 0 then "x" else partial[-1] + partial[-1]',
  'list[list contains(list, item + 0.5)]',
  'objects[some o in objects satisfies o.a > 5000]',
  'sort(list, function(a, b) a > b)',
  'sort(objects, function(x, y) x.a > y.a)',
  'distinct values(objects)',
  'union(objects, objects)',
  'duplicate values(objects)',
  'string join(texts, big)',
  'replace(big, "a", "bbbbbbbbbbbbbbbbbbbbbbbb")',
  'replace(big, "a.*b|a", "c")',
  'split(big, "[ab]")',
  'matches(big, "(a|b|ab)*c")',
  'matches(string join(texts), "(i{1,30}t?){1,30}y|((((m*)*)*)*)*b")',
  '{f: function(x) f(x + 1) + f(x + 2)}.f(1)',
  '{f: function(n) if n < 2 then n else f(n - 1) + f(n - 2)}.f(30)',
  'for i in 1..1000000000 return i',
  'some i in 1..1000000000 satisfies i < 0',
  'for d in dates return date and time(d) + duration("PT1H")',
  'for i in 1..100000 return now() + @"PT1H"',
  'for i in 1..100000 return decimal(i / 3, 2)',
  'for i in 1..100000 return string(i / 7)',
  'for i in 1..1000 return concatenate(list, list)',
  'for i in 1..1000 return flatten([list, [list]])',
  'for i in 1..100 return objects',
  'for i in 1..1000 return big',
  'for i in 1..50000 return upper case(big)',
  'for i in 1..50000 return contains(big, "c")',
  'string(for i in 1..20 return objects)',
  'to json(for i in 1..20 return objects)',
  'for i in list, j in list return 1',
  'for i in 1..1000 return index of(list, i)',
  'index of(objects, wide)',
  'objects[item = wide]',
  'for i in list return get value(wide, long)',
  'for i in 1..1000 return matches("a", wrong)',
  'for i in list return from json("(")',
  'for i in list return string length(faces)',
  'for i in 1..100000 return trim(spaces)',
  'for i in 1..100000 return number(spaces, " ")',
  'for i in 1..3 return range(dots)',
  'for i in 1..1000 return date and time("2026-01-01T00:00:00@Etc/GMT+" + string(modulo(i, 12)))',
])('[FEEL-2] %s ends on its budget', (source) => {
  const { steps, failed } = spend(source);
  expect(failed).toBe(true);
  // One call may count a whole list or text at once.
  expect(steps).toBeLessThan(MAX_STEPS * 20);
});

test.each([
  'list[item in list][1]',
  'count(objects[a > 100 and b != "x200"])',
  'sum(for o in objects return o.a * 2)',
  'matches(letters, "(a+)+$") and not(matches(letters, "(a|a)*b"))',
  'count(split(string join(objects.b, ","), ","))',
  '9 ** 9 ** 9 ** 9',
  'exp(10000)',
  'objects',
  '1 in [1..1000000000]',
  'count(dates[date and time(substring before(item, "@")) > date and time("2026-01-05T00:00:00")])',
])('[FEEL-2] %s has a value', (source) => {
  if (source === 'list[item in list][1]') return expect(spend(source).failed).toBe(true);
  expect(spend(source).failed).toBe(false);
});

test('[FEEL-2] the error says which expression, what was spent and the limit', () => {
  const evaluate = () => compileExpression('= for i in 1..1000000 return i').evaluate(scopeOf({}), new Date(0));
  expect(evaluate).toThrow(
    'The expression "for i in 1..1000000 return i" exceeds its budget: it needs more than 100,000 steps (it stopped at 100,001); use shorter lists, ranges and texts, or fewer loops inside of loops',
  );
});

test('[FEEL-2] data and functions that nest too deep fail, and do not end the process', () => {
  const fails = (source: string, data: unknown) =>
    expect(() => compileExpression(source).evaluate(scopeOf({ data }), new Date(0))).toThrow(ExpressionError);
  let deep: unknown = 1;
  for (let level = 0; level < 50_000; level++) deep = [deep];
  fails('data = data[1]', deep);
  fails('string(data)', deep);
  fails('to json(data)', deep);
  fails('{f: function(x) f(x)}.f(1)', null);
  fails('for i in 1..5000 return [partial[-1]]', null);
});

test('[FEEL-2] compiling a diagram evaluates no long constant', async () => {
  const type = '=string(count(for x in 1..3000, y in 1..3000 return 1))';
  const tasks = range(40).map((at) => b.service(`t${at}`, type));
  const begun = process.cpuUsage();
  await compile(b.diagram(b.start(), ...tasks, b.end(), b.flow('s t0 e')));
  const { user } = process.cpuUsage(begun);
  expect(user / 1_000).toBeLessThan(PATIENCE * 5);
});

const HEAVY = '= count(for i in 1..9000 return i * 2)';

test('[FEEL-3] a step ends when its expressions have taken so much together, and the next one goes on', async () => {
  const scripts = range(12).map((at) => b.script(`t${at}`, HEAVY, `r${at}`));
  const run = await Driver.of(
    b.diagram(
      b.start(),
      ...scripts,
      b.end(),
      b.flow(
        `s ${range(12)
          .map((at) => `t${at}`)
          .join(' ')} e`,
      ),
    ),
  );
  run.once({ type: 'start', modelId: 'p', variables: {} });
  expect(run.status).toBe('RACING');
  expect(run.of('scheduleContinue')).toHaveLength(1);
  expect(run.variables.r0).toBe(9_000);
  expect(run.variables.r11).toBeUndefined();
  run.do({ type: 'continue' });
  expect(run.status).toBe('COMPLETED');
  expect(run.variables.r11).toBe(9_000);
});

test('[FEEL-3] an element whose expressions need more than a step may take is an incident, which a retry can solve', async () => {
  const inputs = Object.fromEntries(range(10).map((at) => [`i${at}`, '= count(for i in 1..size return i * 2)']));
  const run = await Driver.started(
    b.diagram(
      b.start(),
      b.el('serviceTask', { id: 'a' }, b.ext(b.taskDefinition('a'), b.io(inputs))),
      b.end(),
      b.flow('s a e'),
    ),
    { size: 9_000 },
  );
  expect(run.status).toBe('FAILED');
  const [incident] = run.of('raiseIncident');
  expect(incident?.message).toMatch(
    /exceeds its budget: it needs more than [\d,]+ steps that the other expressions of this step left/,
  );
  run.do({ type: 'retryIncident', key: incident?.key ?? 0, variables: { size: 10 } });
  expect(run.status).toBe('RACING');
});

test('[FEEL-3] conditional events are evaluated in a later step when this one has spent its budget', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('f'),
    b.catchEvent('c', b.conditional('= r5 = 9000')),
    ...range(6).map((at) => b.script(`t${at}`, HEAVY, `r${at}`)),
    b.end(),
    b.end('e2'),
    b.flow('s f c e'),
    b.flow('f t0 t1 t2 t3 t4 t5 e2'),
  );
  const run = await Driver.started(xml);
  expect(run.status).toBe('COMPLETED');
});

test('[FEEL-7] a timer reads a time in a named zone', async () => {
  const timer = b.catchEvent('t', b.date('= date and time("2026-07-01T09:00:00@Europe/Berlin")'));
  const run = await Driver.started(b.diagram(b.start(), timer, b.end(), b.flow('s t e')));
  expect(run.of('createTimer').map(({ dueAt }) => dueAt)).toEqual([Date.parse('2026-07-01T07:00:00Z')]);
});
