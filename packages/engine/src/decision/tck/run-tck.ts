import { isContext } from '../../expression/values/feel-object.js';
import type { Variables } from '../../state/run-state.js';
import { type CompiledDecisions, compileDecisionFiles } from '../compile-decisions.js';
import { DEFAULT_DECISION_BUDGET } from '../evaluate-decision.js';
import { Evaluation } from '../evaluation/evaluation.js';
import type { CompiledDefinitions } from '../model/compiled-definitions.js';
import { evaluateGuarded } from '../run/evaluate-guarded.js';
import { DecisionError } from '../trace/decision-error.js';
import { anyType, type DmnType } from '../types/dmn-type.js';
import { XmlError } from '../xml/read-xml.js';
import { isExpected } from './compare.js';
import { type ExpectedResult, readTestFile, type TestCase } from './read-test-cases.js';
import { typedBy, UntypedText } from './untyped-text.js';

/** One file below the folder of the tests; `path` is relative to it, with `/`. */
export type TckFile = { readonly path: string; readonly text: string };

/** One expected result. */
export type TckOutcome = {
  /** Folder of the test file. */
  readonly group: string;
  readonly file: string;
  readonly testCase: string;
  readonly result: string;
  readonly passed: boolean;
  /** Why it failed; empty when it passed. */
  readonly message: string;
};

type Models = ReadonlyMap<string, CompiledDecisions>;

/**
 * Runs test cases in the format of the DMN Technology Compatibility Kit. A test file and its models lie in one folder, imported models
 * in it or below. An expected error passes when the evaluation fails or gives null.
 * @param now epoch milliseconds
 */
export function runTck(files: readonly TckFile[], now: number): readonly TckOutcome[] {
  const folders = new Set(files.filter(({ path }) => path.endsWith('.xml')).map(({ path }) => folderOf(path)));
  return [...folders].sort().flatMap((folder) => runFolder(folder, files, now));
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

function runFolder(folder: string, files: readonly TckFile[], now: number): readonly TckOutcome[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const models = files.filter(({ path }) => path.startsWith(prefix) && path.endsWith('.dmn'));
  const tests = files.filter(({ path }) => folderOf(path) === folder && path.endsWith('.xml'));
  return tests.flatMap((file) => {
    const fail = (message: string): TckOutcome[] => [
      { group: folder, file: file.path, testCase: '', result: '', passed: false, message },
    ];
    try {
      const test = readTestFile(file.text);
      if (test === null) return [];
      const compiled = modelsFor(test.model, prefix, models);
      if (!compiled.has(`${prefix}${test.model}`)) return fail(`the model ${test.model} is missing`);
      const run = { group: folder, file: file.path, model: `${prefix}${test.model}`, compiled, now };
      return test.cases.flatMap((testCase) => testCase.results.map((result) => runResult(run, testCase, result)));
    } catch (error) {
      if (error instanceof XmlError) return fail(`line ${error.line}: ${error.message}`);
      throw error;
    }
  });
}

/**
 * The model with the files that it may import. Several tests of one folder may have models of one namespace: of these the one whose
 * path the model names is taken, else the first.
 */
function modelsFor(model: string, prefix: string, files: readonly TckFile[]): Models {
  const namespaces = new Set<string>();
  const own = files.filter(({ path }) => path === `${prefix}${model}`);
  const others = files.filter(({ path }) => path !== `${prefix}${model}`);
  const isNamed = ({ path }: TckFile): boolean => own[0]?.text.includes(path.slice(prefix.length)) === true;
  const inOrder = [...own, ...others.filter(isNamed), ...others];
  const chosen = inOrder.filter(({ text }) => {
    const namespace = /\snamespace\s*=\s*["']([^"']*)/.exec(text)?.[1] ?? '';
    if (namespaces.has(namespace)) return false;
    namespaces.add(namespace);
    return true;
  });
  const compiled = compileDecisionFiles(chosen.map(({ path, text }) => ({ name: path, xml: text })));
  return new Map(compiled.map((result) => [result.name, result]));
}

type TestRun = {
  readonly group: string;
  readonly file: string;
  readonly model: string;
  readonly compiled: Models;
  readonly now: number;
};

function runResult(run: TestRun, testCase: TestCase, result: ExpectedResult): TckOutcome {
  const message = problemOf(run, testCase, result);
  const { group, file } = run;
  return { group, file, testCase: testCase.id, result: result.name, passed: message === null, message: message ?? '' };
}

/** The inputs with the types that the model declares for them. */
function inputsOf({ inputs }: TestCase, { nodes }: CompiledDefinitions): Variables {
  const types = new Map<string, DmnType>();
  for (const node of nodes.values()) {
    if ('type' in node) types.set(node.name, node.type);
    if (node.kind === 'knowledge')
      for (const { name, type } of node.parameters) if (!types.has(name)) types.set(name, type);
  }
  const typed = Object.entries(inputs).map(
    ([name, value]) => [name, typedBy(value, types.get(name) ?? anyType)] as const,
  );
  return Object.fromEntries(typed);
}

/** Null when the result is as expected. */
function problemOf(run: TestRun, testCase: TestCase, result: ExpectedResult): string | null {
  const { model, problems } = run.compiled.get(run.model) ?? { problems: [] };
  if (model === undefined) return problems[0]?.message ?? 'the model cannot be read';
  const name = testCase.invocable ?? result.name;
  const service = model.services.find((candidate) => candidate.name === name);
  const id = result.kind === 'service' && service !== undefined ? service.id : name;
  try {
    const evaluation = new Evaluation(run.now, DEFAULT_DECISION_BUDGET);
    return evaluateGuarded(model.compiled, id, inputsOf(testCase, model.compiled), evaluation, (value) => {
      const picked = name !== result.name && isContext(value) && Object.hasOwn(value, result.name);
      const actual = picked ? value[result.name] : value;
      const { expected } = result;
      if (result.isError && actual === null) return null;
      if (isExpected(evaluation.feel, actual, expected, result.decimals)) return null;
      const shown = (shownValue: unknown): string => JSON.stringify(evaluation.recorder.json(shownValue)).slice(0, 200);
      return `expected ${expected instanceof UntypedText ? expected.text : shown(expected)}, got ${shown(actual)}`;
    });
  } catch (error) {
    if (!(error instanceof DecisionError)) throw error;
    const isNull = result.isError || result.expected === null;
    return isNull && error.reason !== 'no-such-decision' ? null : error.message;
  }
}
