import {
  type DecisionCoverage,
  DecisionError,
  type DecisionModel,
  type DecisionTrace,
  decisionCoverage,
  evaluateDecision,
} from '@millrace/engine';
import { didYouMean } from '../findings/did-you-mean.js';
import type { Finding, Report } from '../findings/finding.js';
import type { DecisionDocument } from '../model/document.js';
import { differencesOf, shown } from './differences.js';
import { type DecisionTest, readTests } from './read-tests.js';
import { rulesOf } from './simulate.js';

export interface TestedDecisions {
  readonly tests: TestFile | undefined;
  readonly coverage: DecisionCoverage;
}

/** The tests of a DMN file. */
export interface TestFile {
  readonly file: string;
  readonly text: string;
  readonly count: number;
  readonly failed: number;
}

/** A DMN file with what its tests need. */
interface Testing {
  readonly entry: DecisionDocument;
  /** Place of the entry among the decisions of the document. */
  readonly index: number;
  readonly model: DecisionModel;
  readonly files: ReadonlyMap<string, string>;
  /** Epoch milliseconds, for tests that set no time. */
  readonly now: number;
  readonly error: Report;
  /** Takes what is wrong in the file of tests. */
  readonly found: Finding[];
}

/** Rules named in one finding. */
const MOST_RULES = 10;

/** Runs the tests of a DMN file and compares their coverage with what the document asks for. */
export function testDecisions(testing: Testing): TestedDecisions {
  const { entry, index, model, files, error, found } = testing;
  const { file, tests: testsFile, coverage: wanted = 0 } = entry;
  if (testsFile === undefined) return { tests: undefined, coverage: decisionCoverage(model, []) };
  const text = files.get(testsFile);
  if (text === undefined) {
    const hint = didYouMean(testsFile, files.keys());
    error(['decisions', index, 'tests'], `the file "${testsFile}" was not given${hint}`);
    return { tests: undefined, coverage: decisionCoverage(model, []) };
  }
  const { tests, findings } = readTests(testsFile, text);
  found.push(...findings);
  const traces: DecisionTrace[] = [];
  let failed = 0;
  for (const test of tests) {
    const { trace, problem } = run(testing, test);
    if (trace !== undefined) traces.push(trace);
    if (problem === undefined) continue;
    failed += 1;
    const message = `test "${test.name}"${problem.message}`;
    found.push({ path: testsFile, ...(problem.atExpected ? test.expectedPlace : test.place), message });
  }
  const coverage = decisionCoverage(model, traces);
  if (coverage.percent < wanted && findings.length === 0) {
    error(['decisions', index, 'coverage'], belowWanted(coverage, wanted, file));
  }
  return { tests: { file: testsFile, text, count: tests.length, failed }, coverage };
}

interface Tested {
  readonly trace?: DecisionTrace;
  readonly problem?: { readonly message: string; readonly atExpected: boolean };
}

function run({ model, entry, now }: Testing, test: DecisionTest): Tested {
  const decision = test.decision ?? onlyTop(model);
  if (decision === undefined) {
    const ids = topDecisions(model).join(', ');
    return { problem: { message: ` names no decision; write "decision:" with one of ${ids}`, atExpected: false } };
  }
  const failed = (trace: DecisionTrace, message: string): Tested => ({
    trace,
    problem: { message: ` of ${decision}: ${message}${appliedRules(model, trace, entry.file)}`, atExpected: true },
  });
  const { trace, value, error } = evaluated(model, decision, test, now);
  if ('error' in test.expected) {
    if (error?.includes(test.expected.error) === true) return { trace };
    const was = error === undefined ? `the result is ${shown(value)}` : `the error is: ${error}`;
    return failed(trace, `expected an error with ${shown(test.expected.error)}, but ${was}`);
  }
  if (error !== undefined) return failed(trace, `${error}`);
  const differences = differencesOf(test.expected.value, value);
  if (differences.length > 0) return failed(trace, differences.join('; '));
  const applied = rulesOf(trace);
  if (test.rules !== undefined && test.rules.join('\n') !== applied.join('\n')) {
    return failed(trace, `expected the rules ${test.rules.join(', ') || 'none'}`);
  }
  return { trace };
}

function evaluated(model: DecisionModel, decision: string, test: DecisionTest, now: number) {
  try {
    const { value, trace } = evaluateDecision(model, decision, test.given, test.now ?? now);
    return { value, trace, error: undefined };
  } catch (error) {
    if (!(error instanceof DecisionError)) throw error;
    return { value: null, trace: error.trace, error: error.message };
  }
}

/** The rules that applied, with their places: ` (applied: rule 2, DecisionRule_x, line 40 of matrix.dmn)`. */
function appliedRules(model: DecisionModel, trace: DecisionTrace, file: string): string {
  const lineOf = new Map(model.tables.flatMap(({ rules }) => rules.map(({ id, line }) => [id, line])));
  const applied = trace.decisions.flatMap(({ tables }) => tables.flatMap(({ rules }) => rules));
  if (trace.decisions.every(({ tables }) => tables.length === 0)) return '';
  if (applied.length === 0) return ` (no rule of ${file} applied)`;
  const texts = applied.slice(0, MOST_RULES).map(({ ruleId, index }) => {
    const line = lineOf.get(ruleId);
    return `rule ${index} "${ruleId}"${line === undefined ? '' : ` in line ${line}`}`;
  });
  return ` (${file}: ${texts.join(', ')} applied)`;
}

/** Decisions that no other decision of the file requires. */
function topDecisions(model: DecisionModel): readonly string[] {
  const required = new Set(model.decisions.flatMap(({ requiredDecisions }) => requiredDecisions));
  return model.decisions.flatMap(({ id }) => (required.has(id) ? [] : [id]));
}

function onlyTop(model: DecisionModel): string | undefined {
  const [first, ...others] = topDecisions(model);
  return others.length === 0 ? first : undefined;
}

function belowWanted({ tables, rules, covered, percent }: DecisionCoverage, wanted: number, file: string): string {
  const missing = tables.flatMap((table) => table.rules.filter(({ hits }) => hits === 0));
  const named = missing.slice(0, MOST_RULES).map(({ id, index, line }) => `rule ${index} "${id}" in line ${line}`);
  const more = missing.length > MOST_RULES ? ` and ${missing.length - MOST_RULES} more` : '';
  return `the tests cover ${percent} % of the rules (${covered} of ${rules}), ${wanted} % are asked for; not covered in ${file}: ${named.join(', ')}${more}`;
}
