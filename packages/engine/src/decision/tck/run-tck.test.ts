import { expect, test } from 'vitest';
import { decision, definitions, el, input, knowledge, literal, needs, table } from '../testing/dmn.js';
import { runTck } from './run-tck.js';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const rules = table({ inputs: ['a'], outputs: ['x'], rules: ['< 5 -> 1 / 3', '>= 5 -> 2', '>= 9 -> 3'] });
const model = definitions(
  input('a', 'number'),
  input('d', 'date'),
  decision('T', needs('a'), rules),
  decision('Next', needs('d'), literal('d + duration("P1D")'), 'date'),
  decision('All', needs('a'), literal('{list: [a, null], inner: {text: "x"}}')),
  knowledge('Twice', { n: 'number' }, literal('n * 2')),
);

const testCases = (...cases: readonly string[]): string =>
  `<testCases xmlns="http://www.omg.org/spec/DMN/20160719/testcase" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xmlns:xsd="http://www.w3.org/2001/XMLSchema"><modelName>m.dmn</modelName>${cases.join('')}</testCases>`;
const value = (type: string, text: string): string => el('value', { 'xsi:type': `xsd:${type}` }, text);
const nil = '<value xsi:nil="true"/>';
const testCase = (id: string, inputs: Record<string, string>, result: string, attributes = {}): string =>
  el(
    'testCase',
    { id, ...attributes },
    ...Object.entries(inputs).map(([name, content]) => el('inputNode', { name }, content)),
    result,
  );
const expected = (name: string, content: string, attributes = {}): string =>
  el('resultNode', { name, ...attributes }, el('expected', {}, content));

const run = (...cases: readonly string[]) =>
  runTck(
    [
      { path: 'group/m.dmn', text: model },
      { path: 'group/m-test-01.xml', text: testCases(...cases) },
      { path: 'group/notes.xml', text: '<notes/>' },
    ],
    NOW,
  );

test('[DMN-28] results are compared by type and value, numbers to the digits of the test', () => {
  const outcomes = run(
    testCase('number', { a: value('decimal', '1') }, expected('T', value('decimal', '0.333333333'))),
    testCase('date', { d: value('date', '2026-02-28') }, expected('Next', value('date', '2026-03-01'))),
    testCase(
      'nested',
      { a: value('decimal', '4') },
      expected(
        'All',
        el('component', { name: 'list' }, el('list', {}, el('item', {}, value('decimal', '4')), el('item', {}, nil))) +
          el('component', { name: 'inner' }, el('component', { name: 'text' }, value('string', 'x'))),
      ),
    ),
    testCase('function', { n: value('decimal', '4') }, expected('Twice', value('decimal', '8')), {
      type: 'bkm',
      invocableName: 'Twice',
    }),
    testCase('error', { a: value('decimal', '9') }, expected('T', nil, { errorResult: 'true' })),
  );
  expect(outcomes.map(({ testCase: id, passed, message }) => [id, passed, message])).toEqual([
    ['number', true, ''],
    ['date', true, ''],
    ['nested', true, ''],
    ['function', true, ''],
    ['error', true, ''],
  ]);
  expect(outcomes[0]).toMatchObject({ group: 'group', file: 'group/m-test-01.xml', result: 'T' });
});

test('[DMN-28] values without a type have the type that the model declares', () => {
  const outcomes = run(
    testCase('number', { a: el('value', {}, '6') }, expected('T', el('value', {}, '2.0'))),
    testCase('date', { d: el('value', {}, '2026-02-28') }, expected('Next', el('value', {}, '2026-03-01'))),
    testCase('differs', { a: el('value', {}, '6') }, expected('T', el('value', {}, '3'))),
  );
  expect(outcomes.map(({ passed, message }) => [passed, message])).toEqual([
    [true, ''],
    [true, ''],
    [false, 'expected 3, got 2'],
  ]);
});

test('[DMN-28] a result that differs says what was expected and what came', () => {
  const outcomes = run(
    testCase('value', { a: value('decimal', '6') }, expected('T', value('decimal', '2.001'))),
    testCase('type', { d: value('date', '2026-02-28') }, expected('Next', value('string', '2026-03-01'))),
    testCase('error', { a: value('decimal', '9') }, expected('T', value('decimal', '2'))),
    testCase('unknown', {}, expected('Missing', nil)),
  );
  expect(outcomes.map(({ passed, message }) => [passed, message])).toEqual([
    [false, 'expected 2.001, got 2'],
    [false, 'expected "2026-03-01", got "2026-03-01"'],
    [false, expect.stringContaining('the rules 2 (r2), 3 (r3) of T apply')],
    [false, 'the model has no decision "Missing"'],
  ]);
});

test('[DMN-28] a test file that cannot be read, and one without its model, fail', () => {
  expect(runTck([{ path: 'x/t.xml', text: '<testCases>' }], NOW)).toMatchObject([
    { file: 'x/t.xml', passed: false, message: 'line 1: the file ends inside an element' },
  ]);
  expect(runTck([{ path: 't.xml', text: testCases() }], NOW)).toMatchObject([
    { group: '', passed: false, message: 'the model m.dmn is missing' },
  ]);
});
