import { expect, test } from 'vitest';
import { evaluateDecision } from './evaluate-decision.js';
import {
  decision,
  el,
  input,
  modelOf,
  modelOfTable,
  NOW,
  needs,
  problemsOf,
  resultFor,
  table,
  valueOfTable,
} from './testing/dmn.js';
import { DecisionError } from './trace/decision-error.js';

const overlapping = { inputs: ['a'], outputs: ['x'], rules: ['> 1 -> "low"', '> 10 -> "high"', '> 100 -> "huge"'] };

test('[DMN-1] UNIQUE gives the output of the only rule that applies, null without one', () => {
  expect(valueOfTable(overlapping, { a: 5 })).toBe('low');
  expect(valueOfTable(overlapping, { a: 0 })).toBeNull();
});

test('[DMN-2] several rules of a UNIQUE table are an error that names them', () => {
  const failing = () => evaluateDecision(modelOfTable(overlapping), 'T', { a: 500 }, NOW);
  expect(failing).toThrow(DecisionError);
  expect(failing).toThrow(/rules 1 \(r1\), 2 \(r2\), 3 \(r3\) of T apply to the same inputs/);
  try {
    failing();
  } catch (error) {
    expect(error).toMatchObject({ reason: 'hit-policy', decisionId: 'd_T', ruleIds: ['r1', 'r2', 'r3'] });
    expect((error as DecisionError).trace.decisions[0]?.tables[0]?.rules.map(({ index }) => index)).toEqual([1, 2, 3]);
  }
});

test('[DMN-3] ANY accepts several rules with equal outputs only', () => {
  const any = {
    hitPolicy: 'ANY',
    inputs: ['a'],
    outputs: ['x'],
    rules: ['> 1 -> {k: [1]}', '> 10 -> {k: [1]}', '> 100 -> 7'],
  };
  expect(valueOfTable(any, { a: 50 })).toEqual({ k: [1] });
  expect(() => valueOfTable(any, { a: 500 })).toThrow(/different outputs/);
});

test('[DMN-4] FIRST takes the first rule, RULE ORDER lists the outputs of all', () => {
  expect(valueOfTable({ ...overlapping, hitPolicy: 'FIRST' }, { a: 500 })).toBe('low');
  expect(valueOfTable({ ...overlapping, hitPolicy: 'RULE ORDER' }, { a: 500 })).toEqual(['low', 'high', 'huge']);
  expect(valueOfTable({ ...overlapping, hitPolicy: 'RULE ORDER' }, { a: 0 })).toBeNull();
});

test('[DMN-5] PRIORITY and OUTPUT ORDER follow the order of the allowed values', () => {
  const ordered = { ...overlapping, outputs: ['x = "huge","high","low"'] };
  expect(valueOfTable({ ...ordered, hitPolicy: 'PRIORITY' }, { a: 50 })).toBe('high');
  expect(valueOfTable({ ...ordered, hitPolicy: 'OUTPUT ORDER' }, { a: 500 })).toEqual(['huge', 'high', 'low']);
  expect(problemsOf(decision('T', '', table({ ...overlapping, hitPolicy: 'PRIORITY' })))).toContainEqual(
    expect.stringContaining('error missing-priorities t'),
  );
});

test('[DMN-5] the allowed values of the type are the order where the column has none of its own', () => {
  const level = el(
    'itemDefinition',
    { name: 'tLevel' },
    el('typeRef', {}, 'string'),
    el('allowedValues', {}, el('text', {}, '"huge","high","low"')),
  );
  const model = modelOf(
    level,
    input('a'),
    decision('T', needs('a'), table({ ...overlapping, hitPolicy: 'PRIORITY' }), 'tLevel'),
  );
  expect(resultFor(model, 'T', { a: 500 })).toBe('huge');
});

test('[DMN-5] the first output column decides the priority, then the next', () => {
  const options = {
    hitPolicy: 'OUTPUT ORDER',
    inputs: ['a'],
    outputs: ['x = 1,2', 'y = "p","q"'],
    rules: ['- -> 2 | "p"', '- -> 1 | "q"', '- -> 1 | "p"'],
  };
  expect(valueOfTable(options, { a: 1 })).toEqual([
    { x: 1, y: 'p' },
    { x: 1, y: 'q' },
    { x: 2, y: 'p' },
  ]);
});

test('[DMN-6] COLLECT lists all outputs, or adds, compares or counts them', () => {
  const collect = (aggregation?: string) => ({
    hitPolicy: 'COLLECT',
    ...(aggregation === undefined ? {} : { aggregation }),
    inputs: ['a'],
    outputs: ['x'],
    rules: ['> 1 -> 0.1', '> 10 -> 0.2', '> 100 -> 0.7'],
  });
  expect(valueOfTable(collect(), { a: 50 })).toEqual([0.1, 0.2]);
  expect(valueOfTable(collect(), { a: 0 })).toEqual([]);
  expect(valueOfTable(collect('MIN'), { a: 500 })).toBe(0.1);
  expect(valueOfTable(collect('MAX'), { a: 500 })).toBe(0.7);
  expect(valueOfTable(collect('COUNT'), { a: 500 })).toBe(3);
  expect(valueOfTable(collect('COUNT'), { a: 0 })).toBe(0);
  expect(valueOfTable(collect('SUM'), { a: 0 })).toBeNull();
});

test('[DMN-7] default entries are the result when no rule applies', () => {
  expect(valueOfTable({ ...overlapping, outputs: ['x ? "none"'] }, { a: 0 })).toBe('none');
  const two = { inputs: ['a'], outputs: ['x ? 1', 'y'], rules: ['> 1 -> 2 | 3'] };
  expect(valueOfTable(two, { a: 0 })).toEqual({ x: 1, y: null });
  expect(valueOfTable({ ...two, hitPolicy: 'COLLECT' }, { a: 0 })).toEqual([{ x: 1, y: null }]);
});
