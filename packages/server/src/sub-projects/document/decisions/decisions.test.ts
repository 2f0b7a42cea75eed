import { describe, expect, test } from 'vitest';
import { decisionTable, dmnFile, inputData } from '../../../testing/dmn.js';
import type { DecisionDocument } from '../model/document.js';
import { createDocumentValidator } from '../validate-document.js';

const validate = createDocumentValidator();

const discount = dmnFile(
  'discount',
  inputData('amount', 'number'),
  decisionTable('discount', {
    needs: ['amount'],
    inputs: { amount: 'number' },
    rules: [
      ['< 100', '0'],
      ['[100..1000)', '5'],
      ['>= 1000', '10'],
    ],
  }),
);

const check = (
  files: Readonly<Record<string, string>>,
  entry: Partial<DecisionDocument> = {},
  more: readonly DecisionDocument[] = [],
) =>
  validate(
    {
      id: '01900000-0000-7000-8000-0000000000d1',
      name: 'Orders',
      stages: [{ key: 'stage_init', default: true }],
      roles: [{ name: 'OWNER', read: true, call: ['discount'] }],
      decisions: [{ key: 'discount', file: 'discount.dmn', ...entry }, ...more],
    },
    files,
  );

const tests = (text: string, entry: Partial<DecisionDocument> = {}) =>
  check({ 'discount.dmn': discount, 'tests.yaml': text }, { tests: 'tests.yaml', ...entry });

const complete = `
- name: small
  given: { amount: 99.99 }
  expect: 0
- given: { amount: 100 }
  expect: 5
  rules: [discount_2]
- given: { amount: 1000 }
  expect: 10
`;

describe('DMN files of a document', () => {
  test('are compiled, and their decisions listed', async () => {
    const { errors, warnings, valid } = await check({ 'discount.dmn': discount });
    expect(errors).toEqual([]);
    expect(warnings).toEqual([]);
    expect(valid?.decisions).toMatchObject([
      {
        key: 'discount',
        file: 'discount.dmn',
        dmn: discount,
        decisions: [{ id: 'discount', kind: 'table', versionTag: null }],
        tests: undefined,
        coverage: { rules: 3, covered: 0, percent: 0 },
      },
    ]);
  });

  test('that are missing, stand there twice, or take the key of another are errors', async () => {
    const { errors } = await check({ 'discount.dmn': discount }, {}, [
      { key: 'discount', file: 'discount.dmn' },
      { key: 'other', file: 'discunt.dmn' },
    ]);
    expect(errors.map(({ path, message }) => `${path} ${message}`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\/decisions\/1\/key .*taken by \/decisions\/0/),
        expect.stringMatching(/^\/decisions\/1\/file .*that of \/decisions\/0/),
        expect.stringMatching(/^\/decisions\/2\/file .*"discunt.dmn" was not given.*discount\.dmn/),
      ]),
    );
  });

  test('that have a decision of the same id are an error', async () => {
    const files = {
      'discount.dmn': discount,
      'other.dmn': discount.replaceAll('namespace="discount"', 'namespace="o"'),
    };
    const { errors } = await check(files, {}, [{ key: 'other', file: 'other.dmn' }]);
    expect(errors).toMatchObject([
      { path: 'other.dmn#discount', message: expect.stringContaining('"discount.dmn" has a decision with the id') },
    ]);
  });

  test('that cannot be read or compiled are errors with their lines', async () => {
    const { errors } = await check({ 'discount.dmn': discount.replace('&lt; 100', '(1 +') });
    expect(errors).toMatchObject([{ path: expect.stringMatching(/^discount\.dmn/), line: expect.any(Number) }]);
    expect((await check({ 'discount.dmn': '<definitions' })).errors).toMatchObject([{ path: 'discount.dmn' }]);
  });

  test('roles may name them in their call lists, and nothing else', async () => {
    const { errors } = await validate(
      {
        name: 'x',
        stages: [{ key: 's' }],
        roles: [{ name: 'R', call: ['discount', 'discont'] }],
        decisions: [{ key: 'discount', file: 'discount.dmn' }],
      },
      { 'discount.dmn': discount },
    );
    expect(errors).toMatchObject([{ path: '/roles/0/call/1', message: expect.stringContaining('"discont"') }]);
  });
});

describe('gaps, overlaps and unreachable rules', () => {
  const holes = dmnFile(
    'discount',
    inputData('amount', 'number'),
    decisionTable('discount', {
      needs: ['amount'],
      inputs: { amount: 'number' },
      rules: [
        ['< 100', '0'],
        ['> 100', '5'],
        ['> 5000', '10'],
      ],
    }),
  );

  test('are warnings with the line of the rule', async () => {
    const { errors, warnings, valid } = await check({ 'discount.dmn': holes });
    expect(errors).toEqual([]);
    expect(valid).toBeDefined();
    expect(warnings.map(({ message }) => message.split(':', 1)[0]).toSorted()).toEqual(['gap', 'overlap']);
    const line = holes.split('\n').findIndex((text) => text.includes('id="discount_2"')) + 1;
    expect(warnings.find(({ message }) => message.startsWith('overlap'))).toMatchObject({
      path: 'discount.dmn#discount_2',
      line,
    });
  });

  test('are errors where the document is strict', async () => {
    const { errors, valid } = await check({ 'discount.dmn': holes }, { strict: true });
    expect(errors.map(({ message }) => message.split(':', 1)[0]).toSorted()).toEqual(['gap', 'overlap']);
    expect(valid).toBeUndefined();
  });
});

describe('tests of decisions', () => {
  test('pass, and their coverage is counted by rule', async () => {
    const { errors, valid } = await tests(complete, { coverage: 100 });
    expect(errors).toEqual([]);
    expect(valid?.decisions[0]).toMatchObject({
      tests: { file: 'tests.yaml', count: 3, failed: 0 },
      coverage: { rules: 3, covered: 3, percent: 100, tables: [{ rules: [{ hits: 1 }, { hits: 1 }, { hits: 1 }] }] },
    });
  });

  test('that fail refuse the deployment with the line of the test, the difference and the rule', async () => {
    const { errors, valid } = await tests(complete.replace('expect: 5', 'expect: 6'));
    expect(valid).toBeUndefined();
    const line = discount.split('\n').findIndex((text) => text.includes('id="discount_2"')) + 1;
    expect(errors).toEqual([
      {
        path: 'tests.yaml',
        line: 6,
        column: 3,
        message: `test "test 2" of discount: the result is 5, expected 6 (discount.dmn: rule 2 "discount_2" in line ${line} applied)`,
      },
    ]);
  });

  test.each<[string, string, RegExp]>([
    [
      'other rules',
      complete.replace('discount_2', 'discount_1'),
      /expected the rules discount_1 .*rule 2 "discount_2"/,
    ],
    ['no rule', '- given: { amount: null }\n  expect: 1', /the result is null, expected 1 .*no rule/],
    ['an unknown decision', '- decision: rebate\n  expect: 1', /rebate/],
    ['an error that does not come', '- given: { amount: 1 }\n  error: negative', /expected an error with "negative"/],
    ['neither result nor error', '- given: { amount: 1 }', /needs either "expect".* or "error"/],
    ['unknown members', '- { expected: 1, expect: 1 }', /"expected" is not known here/],
    ['no list', 'decision: discount', /has no list "tests"/],
    ['a wrong time', '- { expect: 0, given: { amount: 1 }, now: yesterday }', /"yesterday" is not a date and time/],
    ['text that is no YAML', '- { expect: 0', /./],
  ])('with %s are refused', async (_, text, message) => {
    const { errors } = await tests(text);
    expect(errors[0]).toMatchObject({
      path: 'tests.yaml',
      line: expect.any(Number),
      message: expect.stringMatching(message),
    });
  });

  test('of too few rules are refused when the document asks for more, and name the rules', async () => {
    const { errors } = await tests('- { given: { amount: 1 }, expect: 0 }', { coverage: 50 });
    expect(errors).toMatchObject([
      {
        path: '/decisions/0/coverage',
        message: expect.stringMatching(
          /cover 33 % of the rules \(1 of 3\), 50 % are asked for; not covered in discount\.dmn: rule 2 "discount_2" in line \d+, rule 3/,
        ),
      },
    ]);
    expect((await tests('- { given: { amount: 1 }, expect: 0 }', { coverage: 33 })).errors).toEqual([]);
  });

  test('take defaults from their file, and a fixed time', async () => {
    const dated = dmnFile(
      'discount',
      '<decision id="day" name="day"><variable id="v" name="day" /><literalExpression id="l"><text>string(today())</text></literalExpression></decision>',
    );
    const { errors } = await check(
      {
        'discount.dmn': dated,
        'tests.json': '{"decision":"day","now":"2026-01-31T09:30:00Z","tests":[{"expect":"2026-01-31"}]}',
      },
      { tests: 'tests.json' },
    );
    expect(errors).toEqual([]);
  });

  test('need a file that is given, and coverage needs tests', async () => {
    const missing = await check({ 'discount.dmn': discount }, { tests: 'tests.yaml' });
    expect(missing.errors).toMatchObject([
      { path: '/decisions/0/tests', message: expect.stringContaining('was not given') },
    ]);
    const none = await check({ 'discount.dmn': discount }, { coverage: 1 });
    expect(none.errors).toMatchObject([{ path: '/decisions/0/coverage' }]);
  });
});
