import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileDecisionFiles, compileDecisions } from './compile-decisions.js';
import { decisionCoverage } from './decision-coverage.js';
import { evaluateDecision } from './evaluate-decision.js';
import {
  decision,
  definitions,
  el,
  input,
  knowledge,
  literal,
  modelOf,
  modelOfTable,
  NOW,
  needs,
  problemsOf,
  resultFor,
  table,
  valueOfTable,
} from './testing/dmn.js';

test('[DMN-15] a decision sees what it requires and nothing else of the model', () => {
  const model = modelOf(
    input('a'),
    input('b'),
    decision('One', needs('a'), literal('a * 2')),
    decision('Two', needs('d:One'), literal('[One, a]')),
  );
  expect(resultFor(model, 'Two', { a: 1, b: 2 })).toEqual([2, null]);
});

test('[DMN-15] a decision that several require is evaluated once; a value for it replaces it', () => {
  const model = modelOf(
    input('a'),
    decision('One', needs('a'), literal('a * 2')),
    decision('L', needs('d:One'), literal('One + 1')),
    decision('R', needs('d:One'), literal('One + 2')),
    decision('All', needs('d:L', 'd:R'), literal('L * R')),
  );
  const { value, trace } = evaluateDecision(model, 'All', { a: 1 }, NOW);
  expect(value).toBe(12);
  expect(trace.decisions.map(({ name }) => name)).toEqual(['One', 'L', 'R', 'All']);
  expect(resultFor(model, 'All', { One: 8 })).toBe(90);
});

test('[DMN-16] a decision service is a function of its input data and then its input decisions', () => {
  const service = el(
    'decisionService',
    { id: 's', name: 'Service' },
    el('outputDecision', { href: '#d_Out' }),
    el('encapsulatedDecision', { href: '#d_Out' }),
    el('inputDecision', { href: '#d_In' }),
    el('inputData', { href: '#i_a' }),
  );
  const call = (text: string) =>
    decision('Call', el('knowledgeRequirement', {}, el('requiredKnowledge', { href: '#s' })), literal(text));
  const parts = [
    input('a', 'string'),
    decision('In', '', literal('"never"'), 'string'),
    decision('Out', needs('a', 'd:In'), literal('a + "-" + In')),
    service,
  ];
  expect(resultFor(modelOf(...parts, call('Service("x", "y")')), 'Call')).toBe('x-y');
  expect(resultFor(modelOf(...parts, call('Service(In: "y", a: "x")')), 'Call')).toBe('x-y');
  expect(resultFor(modelOf(...parts, call('Service("x")')), 'Call')).toBeNull();
  expect(resultFor(modelOf(...parts), 'Service', { a: 'x', In: 'y' })).toBe('x-y');
  expect(resultFor(modelOf(...parts), 'Service', { a: 'x' })).toBeNull();
  expect(modelOf(...parts).services).toEqual([
    { id: 's', name: 'Service', parameters: ['a', 'In'], outputDecisions: ['d_Out'] },
  ]);
});

test('[DMN-16] the type of a service declares the types of its parameters and of its result', () => {
  const type = el(
    'itemDefinition',
    { name: 'tService' },
    el('functionItem', { outputTypeRef: 'number' }, el('parameters', { name: 'In', typeRef: 'number' })),
  );
  const service = el(
    'decisionService',
    { id: 's', name: 'S' },
    el('variable', { name: 'S', typeRef: 'tService' }),
    el('outputDecision', { href: '#d_Out' }),
    el('inputDecision', { href: '#d_In' }),
  );
  const model = modelOf(type, decision('In', '', literal('1')), decision('Out', needs('d:In'), literal('In')), service);
  expect(resultFor(model, 'S', { In: 5 })).toBe(5);
  expect(resultFor(model, 'S', { In: 'five' })).toBeNull();
});

test('[DMN-16] a service with several output decisions returns a context', () => {
  const service = el(
    'decisionService',
    { id: 's', name: 'S' },
    ...['X', 'Y'].map((name) => el('outputDecision', { href: `#d_${name}` })),
  );
  const model = modelOf(decision('X', '', literal('1')), decision('Y', '', literal('2')), service);
  expect(resultFor(model, 'S')).toEqual({ X: 1, Y: 2 });
});

const file = (namespace: string, imports: Record<string, string>, ...content: string[]): string =>
  definitions(
    ...Object.entries(imports).map(([name, imported]) =>
      el('import', { name, namespace: imported, importType: 'https://www.omg.org/spec/DMN/20230324/MODEL/' }),
    ),
    ...content,
  ).replace('urn:test', namespace);
const requires = (kind: string, href: string): string =>
  el(kind === 'requiredKnowledge' ? 'knowledgeRequirement' : 'informationRequirement', {}, el(kind, { href }));

test('[DMN-17] files import decisions, functions, inputs and types of others by namespace', () => {
  const base = file(
    'urn:base',
    {},
    el('itemDefinition', { name: 'tList', isCollection: 'true' }, el('typeRef', {}, 'string')),
    input('amount', 'number'),
    decision('Double', needs('amount'), literal('amount * 2')),
    knowledge('Inc', { n: 'number' }, literal('n + 1')),
  );
  const top = file(
    'urn:top',
    { base: 'urn:base' },
    decision(
      'Top',
      requires('requiredDecision', 'urn:base#d_Double') + requires('requiredKnowledge', 'urn:base#k_Inc'),
      literal('base.Inc(base.Double)'),
    ),
    decision('Typed', '', literal('"x"'), 'base.tList'),
  );
  const results = compileDecisionFiles([
    { name: 'top.dmn', xml: top },
    { name: 'base.dmn', xml: base },
  ]);
  expect(results.map(({ name, problems }) => [name, problems])).toEqual([
    ['top.dmn', []],
    ['base.dmn', []],
  ]);
  const model = results[0]?.model;
  if (model === undefined) throw new Error('there is no model');
  expect(model.imports).toEqual(['urn:base']);
  expect(model.decisions[0]?.inputs).toEqual(['base.amount']);
  expect(resultFor(model, 'Top', { 'base.amount': 10 })).toBe(21);
  expect(resultFor(model, 'Top', { base: { amount: 10 } })).toBe(21);
  expect(resultFor(model, 'Typed')).toEqual(['x']);
});

test('[DMN-17] files imported without a name share their names, also those that they import so', () => {
  const c = file(
    'urn:c',
    {},
    el('itemDefinition', { name: 'tText' }, el('typeRef', {}, 'string')),
    decision('Deep', '', literal('"c"')),
    decision('Shared', '', literal('"c"')),
  );
  const b = file('urn:b', { '': 'urn:c' }, decision('Uses', needs('d:Shared'), literal('Shared')));
  const a = file(
    'urn:a',
    { '': 'urn:b' },
    decision('Shared', '', literal('"a"')),
    decision('One', needs('d:Deep'), literal('Deep'), 'tText'),
    decision('Two', needs('d:Uses'), literal('Uses')),
  );
  const results = compileDecisionFiles([a, b, c].map((xml, at) => ({ name: String(at), xml })));
  expect(results.map(({ problems }) => problems)).toEqual([[], [], []]);
  const model = results[0]?.model;
  if (model === undefined) throw new Error('there is no model');
  expect(resultFor(model, 'One')).toBe('c');
  expect(resultFor(model, 'Two')).toBe('a');
  expect(resultFor(model, 'Uses')).toBe('a');
});

test('[DMN-17] missing and circular imports are errors', () => {
  const [alone] = compileDecisionFiles([{ name: 'a', xml: file('urn:a', { b: 'urn:b' }) }]);
  expect(alone?.problems).toMatchObject([{ code: 'missing-import', line: 3 }]);
  const circle = compileDecisionFiles([
    { name: 'a', xml: file('urn:a', { b: 'urn:b' }) },
    { name: 'b', xml: file('urn:b', { a: 'urn:a' }) },
  ]);
  expect(circle.flatMap(({ problems }) => problems.map(({ code }) => code))).toContain('import-circle');
});

test('[DMN-18] names that no element declares come from the variables of the caller, as in files of Camunda', () => {
  const dish = table({ inputs: ['season', 'guests'], outputs: ['dish'], rules: ['"Winter" | > 8 -> "Roast"'] });
  const xml = definitions(
    el(
      'decision',
      { id: 'season', name: 'Season' },
      table({ inputs: ['month'], outputs: ['season'], rules: ['12 -> "Winter"'] }),
    ),
    el(
      'decision',
      { id: 'dish', name: 'Dish' },
      requires('requiredDecision', '#season'),
      dish.replace('id="t"', 'id="t2"'),
    ),
  );
  const { model, problems } = compileDecisions(xml);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(problems.map(({ code, elementId }) => [code, elementId])).toContainEqual(['implicit-input', 'season']);
  if (model === undefined) throw new Error('there is no model');
  expect(resultFor(model, 'dish', { month: 12, guests: 10 })).toBe('Roast');
  expect(model.decisions[1]?.inputs).toEqual(['guests', 'month']);
});

test('[DMN-19] problems name the element, the rule and the column, and the line', () => {
  const broken = table({
    inputs: ['a: number', 'b'],
    outputs: ['x'],
    rules: ['1 | 2 -> 3', '"x" | > > -> 1', '- -> 1 | 2'],
  });
  const { problems } = compileDecisions(definitions(input('a'), input('b'), decision('T', needs('a', 'b'), broken)));
  expect(problems.map(({ severity, code, line }) => [severity, code, line])).toEqual([
    ['warning', 'other-type', 5],
    ['error', 'bad-expression', 5],
    ['error', 'wrong-entries', 5],
    ['error', 'wrong-entries', 5],
  ]);
  expect(problems[1]?.message).toMatch(/^rule 2, column b, of T: Cannot read/);
  expect(problems[2]?.message).toBe('rule 3 of T has 1 input entries for 2 input columns');
});

test.each([
  ['unknown-reference', [decision('D', needs('missing'), literal('1'))]],
  [
    'bad-requirement',
    [
      input('a'),
      decision('D', el('knowledgeRequirement', {}, el('requiredKnowledge', { href: '#i_a' })), literal('1')),
    ],
  ],
  ['circle', [decision('A', needs('d:B'), literal('B')), decision('B', needs('d:A'), literal('A'))]],
  ['bad-hit-policy', [decision('D', '', table({ hitPolicy: 'SOME', inputs: [], outputs: ['x'], rules: [] }))]],
  [
    'bad-hit-policy',
    [decision('D', '', table({ hitPolicy: 'FIRST', aggregation: 'SUM', inputs: ['1'], outputs: ['x'], rules: [] }))],
  ],
  ['duplicate-id', [input('a'), input('a')]],
  ['missing-output', [decision('D', '', table({ inputs: ['1'], outputs: [], rules: [] }))]],
  ['bad-expression', [decision('D', '', literal('1 +'))]],
  ['not-feel', [decision('D', '', el('literalExpression', { expressionLanguage: 'groovy' }, el('text', {}, '1')))]],
  ['missing-expression', [decision('D', '', el('conditional'))]],
])('[DMN-19] %s', (code, parts) => {
  expect(problemsOf(...parts)).toContainEqual(expect.stringMatching(new RegExp(`^error ${code} `)));
});

test('[DMN-19] a decision that reads an element which it does not require is warned of', () => {
  expect(problemsOf(input('a'), decision('D', '', literal('a + 1')))).toContainEqual(
    expect.stringContaining('warning missing-requirement d_D: the expression of D reads a, which it does not require'),
  );
});

test('[DMN-19] a part with an error fails when it is evaluated, and the others work', () => {
  const { model } = compileDecisions(
    definitions(decision('Bad', '', literal('1 +')), decision('Good', '', literal('2'))),
  );
  if (model === undefined) throw new Error('there is no model');
  expect(resultFor(model, 'Good')).toBe(2);
  expect(() => resultFor(model, 'Bad')).toThrow(/the expression of Bad cannot be read/);
});

test.each([
  ['', 'bad-xml'],
  ['<a>', 'bad-xml'],
  ['<a></b>', 'bad-xml'],
  ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'bad-xml'],
  ['<a b="1" b="2"/>', 'bad-xml'],
  ['<a>&unknown;</a>', 'bad-xml'],
  ['<x:a/>', 'bad-xml'],
  ['<a/><b/>', 'bad-xml'],
  ['text', 'bad-xml'],
  ['<a>'.repeat(200) + '</a>'.repeat(200), 'bad-xml'],
  ['<a><![CDATA[', 'bad-xml'],
  [`<a ${Array.from({ length: 101 }, (_, at) => `b${at}="1"`).join(' ')}/>`, 'bad-xml'],
  ['<definitions/>', 'not-dmn'],
  ['<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"/>', 'not-dmn'],
])('[DMN-20] %j is refused without a model', (xml, code) => {
  const { model, problems } = compileDecisions(xml);
  expect(model).toBeUndefined();
  expect(problems).toMatchObject([{ severity: 'error', code }]);
});

test('[DMN-20] no text makes the compiler throw', () => {
  const valid = definitions(
    input('a', 'number'),
    decision('T', needs('a'), table({ inputs: ['a'], outputs: ['x'], rules: ['1 -> 2'] })),
  );
  fc.assert(
    fc.property(fc.nat(valid.length), fc.nat(30), fc.string({ maxLength: 10 }), (from, length, text) => {
      compileDecisions(valid.slice(0, from) + text + valid.slice(from + length));
    }),
    { numRuns: 300 },
  );
});

test('[DMN-21] limits: rules, decisions, depth, and what an evaluation may spend', () => {
  const chain = Array.from({ length: 60 }, (_, at) =>
    decision(`D${at}`, at === 0 ? '' : needs(`d:D${at - 1}`), literal('1')),
  );
  expect(problemsOf(...chain)).toContainEqual(expect.stringContaining('error too-deep'));
  const many = Array.from({ length: 201 }, (_, at) => decision(`D${at}`, '', literal('1')));
  expect(problemsOf(...many)).toContainEqual(expect.stringContaining('error too-many-decisions'));
  const rules = el('decisionTable', {}, '<rule/>'.repeat(10_001));
  expect(problemsOf(decision('T', '', rules))).toContainEqual(expect.stringContaining('error too-many-rules'));
  const long = Array.from({ length: 60 }, (_, at) => decision(`D${at}`, '', literal(`"${'x'.repeat(9_000)}${at}"`)));
  expect(problemsOf(...long)).toContainEqual(expect.stringContaining('500000 characters of FEEL'));
  const loop = literal('count(for x in 1..100000, y in 1..100000 return x)');
  expect(() => resultFor(modelOf(decision('D', '', loop)), 'D')).toThrow(expect.objectContaining({ reason: 'budget' }));
  expect(() => resultFor(modelOf(decision('D', '', loop)), 'D')).toThrow(/steps|elements/);
  const wide = modelOfTable({
    hitPolicy: 'COLLECT',
    inputs: ['a'],
    outputs: ['x'],
    rules: Array.from({ length: 100 }, () => '- -> 1'),
  });
  expect(() => evaluateDecision(wide, 'T', { a: 1 }, NOW, 20)).toThrow(/more than 20 steps/);
});

test('[DMN-22] the trace tells for each decision its inputs, the rules that applied and the outputs', () => {
  const model = modelOf(
    input('a', 'number'),
    decision('Level', needs('a'), table({ inputs: ['a'], outputs: ['x'], rules: ['< 5 -> "low"', '>= 5 -> "high"'] })),
    decision('Top', needs('d:Level'), literal('Level + "!"')),
  );
  expect(evaluateDecision(model, 'Top', { a: 7 }, NOW)).toEqual({
    value: 'high!',
    trace: {
      decisions: [
        {
          decisionId: 'd_Level',
          name: 'Level',
          inputs: { a: 7 },
          tables: [
            {
              tableId: 't',
              inputs: [{ name: 'a', value: 7 }],
              rules: [{ ruleId: 'r2', index: 2, outputs: { x: 'high' } }],
            },
          ],
          value: 'high',
        },
        { decisionId: 'd_Top', name: 'Top', inputs: { Level: 'high' }, tables: [], value: 'high!' },
      ],
      warnings: [],
      variables: { a: 7 },
      truncated: false,
    },
  });
});

test('[DMN-24] coverage counts the rules that traces hit', () => {
  const model = modelOfTable({ inputs: ['a'], outputs: ['x'], rules: ['1 -> 1', '2 -> 2', '3 -> 3'] });
  const traces = [1, 1, 3].map((a) => evaluateDecision(model, 'T', { a }, NOW).trace);
  const { tables, ...totals } = decisionCoverage(model, traces);
  expect(totals).toEqual({ rules: 3, covered: 2, percent: 66 });
  expect(tables[0]?.rules.map(({ id, hits }) => [id, hits])).toEqual([
    ['r1', 2],
    ['r2', 0],
    ['r3', 1],
  ]);
});

test('[DMN-25] the index finds the rules that trying all of them finds', () => {
  const cell = fc.oneof(
    fc.integer({ min: 0, max: 5 }).map((n) => String(n)),
    fc
      .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 3 }))
      .map(([low, more]) => `[${low}..${low + more})`),
    fc.constantFrom('-', '"p"', '"q","r"', 'true', 'null', '< 2', '> 4', 'not(3)', 'not("p")', '> b', '["a".."q"]'),
  );
  const values = [0, 1, 2.5, 3, 5, 9, 'p', 'q', 'z', true, false, null, ['p']];
  fc.assert(
    fc.property(fc.array(cell, { minLength: 20, maxLength: 30 }), (cells) => {
      const rules = cells.map((text, at) => `${text} -> ${at}`);
      const model = modelOfTable({ hitPolicy: 'COLLECT', inputs: ['a'], outputs: ['x'], rules });
      for (const a of values) {
        const found = resultFor(model, 'T', { a, b: 1 });
        const tried = rules.flatMap((rule) =>
          valueOfTable({ hitPolicy: 'COLLECT', inputs: ['a'], outputs: ['x'], rules: [rule] }, { a, b: 1 }),
        );
        expect(found).toEqual(tried);
      }
    }),
    { numRuns: 4 },
  );
});

test('[DMN-1] files of DMN 1.1 to 1.5 are read', () => {
  for (const namespace of [
    'http://www.omg.org/spec/DMN/20151101/dmn.xsd',
    'http://www.omg.org/spec/DMN/20180521/MODEL/',
    'https://www.omg.org/spec/DMN/20191111/MODEL/',
    'https://www.omg.org/spec/DMN/20211108/MODEL/',
  ]) {
    const xml = definitions(decision('D', '', literal('1'))).replace(
      'https://www.omg.org/spec/DMN/20230324/MODEL/',
      namespace,
    );
    const { model, problems } = compileDecisions(
      xml.replaceAll('<', '<p:').replaceAll('<p:/', '</p:').replace('<p:?', '<?').replace('xmlns=', 'xmlns:p='),
    );
    expect(problems).toEqual([]);
    expect(model?.decisions.map(({ name }) => name)).toEqual(['D']);
  }
});
