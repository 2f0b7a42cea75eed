import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluateDecision } from './evaluate-decision.js';
import { findTableProblems } from './find-table-problems.js';
import { modelOfTable, NOW, type TableOptions } from './testing/dmn.js';

const problemsIn = (options: TableOptions): readonly string[] =>
  findTableProblems(modelOfTable(options)).map(({ kind, ruleIndexes, inputs }) =>
    [kind, ruleIndexes.join('+'), inputs.map(({ test: text }) => text).join(' | ')]
      .filter((part) => part !== '')
      .join(' '),
  );

test('[DMN-23] gaps and overlaps of a UNIQUE table are found by intervals', () => {
  const rules = ['[0..100] -> 1', '[100..200) -> 2', '> 200 -> 3'];
  expect(problemsIn({ inputs: ['a: number'], outputs: ['x'], rules })).toEqual(['overlap 1+2 100', 'gap < 0, 200']);
});

test('[DMN-23] gaps and overlaps over several columns name the values of each', () => {
  const options = {
    inputs: ['a: string = "DE","AT","CH"', 'b: boolean'],
    outputs: ['x'],
    rules: ['"DE","AT" | true -> 1', '"AT" | - -> 2', '"DE" | false -> 3'],
  };
  expect(problemsIn(options)).toEqual(['overlap 1+2 "AT" | true', 'gap "CH" | -']);
});

test('[DMN-23] a rule of a FIRST table that the rules before it cover is unreachable', () => {
  const rules = ['< 10 -> 1', '>= 10 -> 2', '[5..20] -> 3'];
  expect(problemsIn({ hitPolicy: 'FIRST', inputs: ['a'], outputs: ['x'], rules })).toEqual(['unreachable 3 [5..20]']);
});

test('[DMN-23] a cell outside of the allowed values never applies', () => {
  const options = { inputs: ['a: string = "x","y"'], outputs: ['o'], rules: ['"x" -> 1', '"z" -> 2', '"y" -> 3'] };
  expect(problemsIn(options)).toEqual(['unreachable 2']);
});

test('[DMN-23] ANY overlaps only with different outputs; lists and defaults have no gaps', () => {
  const rules = ['"x" -> 1', '"x" -> 1', '"x" -> 2'];
  expect(problemsIn({ hitPolicy: 'ANY', inputs: ['a'], outputs: ['o ? 0'], rules })).toEqual([
    'overlap 1+3 "x"',
    'overlap 2+3 "x"',
  ]);
  expect(problemsIn({ hitPolicy: 'COLLECT', inputs: ['a'], outputs: ['o'], rules })).toEqual([]);
});

test('[DMN-23] texts that no cell names are told as what they are not', () => {
  expect(problemsIn({ inputs: ['a'], outputs: ['o'], rules: ['"x" -> 1', '"y" -> 2'] })).toEqual(['gap not("x", "y")']);
});

test('[DMN-23] cells that only FEEL can evaluate are named and left out', () => {
  const rules = ['> b -> 1', '5 -> 2', '[1..9] -> 3'];
  expect(problemsIn({ inputs: ['a'], outputs: ['o'], rules })).toEqual(['not-analysed 1', 'overlap 2+3 5']);
});

test('[DMN-23] a table of thousands of rules is analysed or refused in bounded time', () => {
  const rules = Array.from({ length: 4_000 }, (_, at) => `[${at}..${at + 2}] | ${at % 7} -> ${at}`);
  expect(problemsIn({ inputs: ['a', 'b'], outputs: ['o'], rules })).toContainEqual(
    expect.stringMatching(/^not-analysed/),
  );
});

const numberCell = fc.oneof(
  fc.constantFrom('-', '3', '< 3', '>= 3', '> 7', '<= 7', '[3..7]', '(3..7)', ']3..7]', '3,7', 'not(3)', 'not([3..7])'),
);
const textCell = fc.constantFrom('-', '"p"', '"q"', '"p","q"', 'not("p")');
const rule = fc.tuple(numberCell, textCell).map(([a, b]) => `${a} | ${b} -> 1`);

test('[DMN-23] the analysis agrees with trying every kind of input', () => {
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 6 }), (rules) => {
      const inputs = ['a: number', 'b: string'];
      const problems = findTableProblems(modelOfTable({ inputs, outputs: ['x'], rules }));
      const collecting = modelOfTable({ hitPolicy: 'COLLECT', inputs, outputs: ['x'], rules });
      const first = modelOfTable({ hitPolicy: 'FIRST', inputs, outputs: ['x'], rules });
      let gap = false;
      const pairs = new Set<string>();
      const reached = new Set<number>();
      for (const a of [2, 3, 5, 7, 8]) {
        for (const b of ['p', 'q', 'r']) {
          const { trace } = evaluateDecision(collecting, 'T', { a, b }, NOW);
          const hits = trace.decisions[0]?.tables[0]?.rules.map(({ index }) => index) ?? [];
          gap ||= hits.length === 0;
          if (hits[0] !== undefined) reached.add(hits[0]);
          for (const [at, one] of hits.entries()) for (const other of hits.slice(at + 1)) pairs.add(`${one}+${other}`);
        }
      }
      expect(problems.some(({ kind }) => kind === 'gap')).toBe(gap);
      const overlaps = problems
        .filter(({ kind }) => kind === 'overlap')
        .map(({ ruleIndexes }) => ruleIndexes.join('+'));
      expect(new Set(overlaps)).toEqual(pairs);
      const shadowed = findTableProblems(first).filter(({ kind }) => kind === 'unreachable');
      const unreached = rules.map((_, at) => at + 1).filter((index) => !reached.has(index));
      expect(shadowed.flatMap(({ ruleIndexes }) => ruleIndexes)).toEqual(unreached);
    }),
    { numRuns: 50 },
  );
});

test('[DMN-23] the region of every gap and overlap is told so that evaluating in it shows the problem', () => {
  const options = {
    inputs: ['a: number', 'b: string'],
    outputs: ['x'],
    rules: ['[1..5] | "p" -> 1', '(4..9) | - -> 2'],
  };
  const model = modelOfTable({ ...options, hitPolicy: 'COLLECT' });
  const overlap = findTableProblems(modelOfTable(options)).find(({ kind }) => kind === 'overlap');
  expect(overlap?.inputs).toEqual([
    { name: 'a', test: '(4..5]' },
    { name: 'b', test: '"p"' },
  ]);
  expect(overlap?.message).toBe(
    'the rules 1 and 2 of T both apply when a is (4..5] and b is "p", but UNIQUE allows one',
  );
  expect(evaluateDecision(model, 'T', { a: 5, b: 'p' }, NOW).value).toEqual([1, 2]);
});
