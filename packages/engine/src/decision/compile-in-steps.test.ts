import { expect, test } from 'vitest';
import { type CompiledDecisions, compileDecisions, compileDecisionsInSteps } from './compile-decisions.js';
import { evaluateDecision } from './evaluate-decision.js';
import { decision, definitions, el, entry, input, literal, NOW, needs, table } from './testing/dmn.js';

const COUNT = 640;
const times = (make: (at: number) => string, length = COUNT): readonly string[] =>
  Array.from({ length }, (_, at) => make(at));

const ofTable = (rules: readonly string[]): string =>
  definitions(
    input('a'),
    input('b'),
    decision('T', needs('a', 'b'), table({ hitPolicy: 'FIRST', inputs: ['a', 'b'], outputs: ['x'], rules })),
  );
const ofLogic = (logic: string): string => definitions(input('a'), decision('T', needs('a'), logic));
const filter = (match: string): string =>
  el('filter', {}, el('in', {}, literal('[{x: 1}]')), el('match', {}, literal(match)));
const function_ = (body: string): string => el('functionDefinition', {}, el('formalParameter', { name: 'p' }), body);

function take(xml: string): { readonly steps: number; readonly compiled: CompiledDecisions } {
  const compiling = compileDecisionsInSteps(xml);
  for (let steps = 1; ; steps += 1) {
    const { done, value } = compiling.next();
    if (done === true) return { steps, compiled: value };
  }
}

test.each([
  // A rule has 7 tags, 256 of which are a step, and 3 cells, 64 of which are one; 200 rules are one for each column of the index.
  ['literal cells', ofTable(times((at) => `${at} | "x" -> ${at}`)), Math.floor((COUNT * 7) / 256 + (COUNT * 3) / 64)],
  ['cells of other FEEL', ofTable(times((at) => `a + ${at} | ? < ${at} and a > 1 -> a * ${at}`)), 3 * COUNT],
  [
    'a relation',
    ofLogic(el('relation', {}, el('column', { name: 'c' }), ...times((at) => el('row', {}, literal(`a + ${at}`))))),
    COUNT,
  ],
  ['a list', ofLogic(el('list', {}, ...times((at) => literal(`a + ${at}`)))), COUNT],
  ['a context', ofLogic(el('context', {}, ...times((at) => entry(`e${at}`, literal(`${at}`)), 50))), 50],
  ['functions', ofLogic(el('list', {}, ...times((at) => function_(literal(`p + ${at}`))))), COUNT],
  [
    'an invocation',
    ofLogic(
      el(
        'invocation',
        {},
        literal('a'),
        ...times((at) => el('binding', {}, el('parameter', { name: `p${at}` }), literal(`a + ${at}`))),
      ),
    ),
    COUNT,
  ],
  [
    'types with allowed values',
    definitions(
      ...times((at) =>
        el(
          'itemDefinition',
          { name: `t${at}` },
          el('typeRef', {}, 'number'),
          el('allowedValues', {}, el('text', {}, `1..${at}`)),
        ),
      ),
    ),
    COUNT,
  ],
  ['input data', definitions(...times((at) => input(`i${at}`))), COUNT],
])('[DMN-29] %s: no step does more than a small part', (_, xml, least) => {
  const { steps, compiled } = take(xml);
  expect(steps).toBeGreaterThanOrEqual(least);
  expect(compiled.model).toBeDefined();
  expect(compiled.problems).toEqual(compileDecisions(xml).problems);
});

test('[DMN-29] files that are compiled in turns do not disturb each other', () => {
  const first = ofTable(times((at) => `< ${at} | "x" -> a + ${at}`));
  const second = ofTable([...times((at) => `> ${at} + c | "x" -> ${at}`), '1 | 2 | 3 -> 4']);
  const [one, two] = [compileDecisionsInSteps(first), compileDecisionsInSteps(second)];
  let [a, b] = [one.next(), two.next()];
  while (a.done !== true || b.done !== true) {
    if (a.done !== true) a = one.next();
    if (b.done !== true) b = two.next();
  }
  expect(a.value.problems).toEqual([]);
  expect(b.value.problems).toEqual(compileDecisions(second).problems);
  expect(b.value.problems.map(({ code }) => code)).toEqual(['implicit-input', 'wrong-entries']);
  const { model } = a.value;
  expect(model === undefined ? null : evaluateDecision(model, 'T', { a: 5, b: 'x' }, NOW).value).toBe(11);
});

test('[DMN-29] a file that cannot be read has its problem in the result', () => {
  const { compiled } = take('<definitions>');
  expect(compiled.model).toBeUndefined();
  expect(compiled.problems).toMatchObject([{ code: 'bad-xml' }]);
});

test.each([
  // Each took from 7 s to a minute when the work grew with the square of the size.
  [
    'a context whose entries see each other',
    ofLogic(el('context', {}, ...times((at) => entry(`e ${at}`, literal('1')), 1_500))),
  ],
  [
    'the requirements of many decisions',
    definitions(
      ...times((at) => input(`in put ${at}`), 400),
      ...times((at) => decision(`D${at}`, needs(...times((name) => `in put ${name}`, 400)), literal('in put 1')), 190),
    ),
  ],
  [
    'types that name each other',
    definitions(...times((at) => el('itemDefinition', { name: `t${at}` }, el('typeRef', {}, `t${at + 1}`)), 6_000)),
  ],
  [
    'filters among many names',
    definitions(
      el('itemDefinition', { name: 't' }, ...times((at) => el('itemComponent', { name: `c ${at}` }), 2_000)),
      decision('T', '', el('list', {}, ...times(() => filter('c 7 > 1'), 2_000))),
    ),
  ],
])('[DMN-20] a file of one line with %s is compiled in time in proportion to its size', (_, xml) => {
  const line = xml.replaceAll('\n', ' ');
  const begun = process.cpuUsage();
  const { model } = compileDecisions(line);
  const { user, system } = process.cpuUsage(begun);
  expect(model).toBeDefined();
  expect((user + system) / 1_000).toBeLessThan(4_000);
});

test('[DMN-13] each type that leads to a circle of names is an error', () => {
  const type = (name: string, base: string) => el('itemDefinition', { name }, el('typeRef', {}, base));
  const { problems } = compileDecisions(
    definitions(type('a', 'b'), type('b', 'c'), type('c', 'b'), type('d', 'a'), type('e', 'f'), type('f', 'number')),
  );
  expect(problems.map(({ code, message }) => [code, message.slice(0, 10)])).toEqual(
    ['a', 'b', 'c', 'd'].map((name) => ['type-circle', `the type ${name}`]),
  );
});
