import {
  compileDecisionFiles,
  type DecisionCoverage,
  type DecisionModel,
  findTableProblems,
  type TableProblem,
} from '@millrace/engine';
import { didYouMean } from '../findings/did-you-mean.js';
import type { Finding, Report } from '../findings/finding.js';
import type { ConfigurationDocument, DecisionDocument } from '../model/document.js';
import { type TestFile, testDecisions } from './test-decisions.js';

/** What a list shows of a decision, or of a decision service, without compiling its file. */
export interface DecisionSummary {
  readonly id: string;
  readonly name: string;
  /** The form of its logic, or `service`. */
  readonly kind: string;
  readonly inputs: readonly string[];
  readonly type: string | null;
  readonly versionTag: string | null;
  readonly requiredDecisions: readonly string[];
}

/** A DMN file of the document. */
export interface CompiledDmn {
  readonly key: string;
  readonly name: string;
  readonly file: string;
  readonly dmn: string;
  /** Keys of the DMN files that it imports. */
  readonly imports: readonly string[];
  readonly decisions: readonly DecisionSummary[];
  readonly tests: TestFile | undefined;
  /** Of the tests. */
  readonly coverage: DecisionCoverage;
}

export interface CompiledDecisions {
  readonly files: readonly CompiledDmn[];
  /** About DMN files (`<file>#<element id>`) and files of tests. */
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** Names of files that the document uses. */
  readonly used: ReadonlySet<string>;
  /** Ids of all decisions; undefined when a file cannot be compiled. */
  readonly decisionIds: ReadonlySet<string> | undefined;
}

/**
 * Compiles the DMN files of the document, analyses their tables and runs their tests.
 *
 * @param files texts by name
 * @param error where the document, not a file, is to blame
 * @param now epoch milliseconds, for tests that set no time
 */
export function compileDmn(
  document: ConfigurationDocument,
  files: ReadonlyMap<string, string>,
  error: Report,
  now: number,
): CompiledDecisions {
  const declared = document.decisions ?? [];
  if (declared.length === 0) {
    return { files: [], errors: [], warnings: [], used: new Set(), decisionIds: new Set() };
  }
  const found = { errors: [] as Finding[], warnings: [] as Finding[] };
  const given = declared.flatMap((entry, index) => {
    const dmn = files.get(entry.file);
    if (dmn !== undefined) return [{ entry, index, dmn }];
    error(
      ['decisions', index, 'file'],
      `the file "${entry.file}" was not given${didYouMean(entry.file, files.keys())}`,
    );
    return [];
  });
  const compiled = compileDecisionFiles(given.map(({ entry: { file }, dmn }) => ({ name: file, xml: dmn })));
  const keyOf = new Map<string, string>();
  given.forEach(({ entry }, place) => {
    const namespace = compiled[place]?.model?.namespace;
    if (namespace !== undefined) keyOf.set(namespace, entry.key);
  });
  const done = given.flatMap(({ entry, index, dmn }, place) => {
    const { model, problems = [] } = compiled[place] ?? {};
    for (const { severity, elementId, line, message } of problems) {
      const finding = { ...inFile(entry.file, elementId, line), message };
      (severity === 'error' ? found.errors : found.warnings).push(finding);
    }
    const fails = model === undefined || problems.some(({ severity }) => severity === 'error');
    return fails ? [] : [{ entry, index, dmn, model }];
  });
  checkIds(done, found.errors);
  const used = new Set(declared.flatMap(({ file, tests }) => (tests === undefined ? [file] : [file, tests])));
  const ids = done.flatMap(({ model }) => [...model.decisions, ...model.services].map(({ id }) => id));
  return {
    ...found,
    used,
    decisionIds: done.length < declared.length ? undefined : new Set(ids),
    files: done.map(({ entry, index, dmn, model }) => {
      analyse(entry, model, found);
      const tested = testDecisions({ entry, index, model, files, now, error, found: found.errors });
      return {
        key: entry.key,
        name: entry.name ?? (model.name === '' ? entry.key : model.name),
        file: entry.file,
        dmn,
        imports: model.imports.flatMap((namespace) => keyOf.get(namespace) ?? []),
        decisions: summariesOf(model),
        ...tested,
      };
    }),
  };
}

/** A business rule task finds a decision by its id alone, so each id stands in one file only. */
function checkIds(
  done: readonly { readonly entry: DecisionDocument; readonly model: DecisionModel }[],
  errors: Finding[],
): void {
  const fileOf = new Map<string, string>();
  for (const { entry, model } of done) {
    for (const { id } of [...model.decisions, ...model.services]) {
      const other = fileOf.get(id);
      if (other === undefined) fileOf.set(id, entry.file);
      else if (other !== entry.file) {
        const message = `"${other}" has a decision with the id "${id}" too, so calls would not know which one is meant; change one of the ids`;
        errors.push({ ...inFile(entry.file, id, null), message });
      }
    }
  }
}

function analyse(
  { file, strict }: DecisionDocument,
  model: DecisionModel,
  found: { readonly errors: Finding[]; readonly warnings: Finding[] },
): void {
  for (const problem of findTableProblems(model)) {
    const { kind, tableId, ruleIds, line, message } = problem;
    const finding = { ...inFile(file, ruleIds[0] ?? tableId, line), message: messageOf(problem, message) };
    const isError = strict === true && kind !== 'not-analysed';
    (isError ? found.errors : found.warnings).push(finding);
  }
}

const messageOf = ({ kind }: TableProblem, message: string): string => `${kind}: ${message}`;

const summariesOf = (model: DecisionModel): readonly DecisionSummary[] => [
  ...model.decisions.map(({ id, name, kind, inputs, type, versionTag, requiredDecisions }) => ({
    id,
    name,
    kind,
    inputs,
    type,
    versionTag,
    requiredDecisions,
  })),
  ...model.services.map(({ id, name, parameters, outputDecisions }) => ({
    id,
    name,
    kind: 'service',
    inputs: parameters,
    type: null,
    versionTag: null,
    requiredDecisions: outputDecisions,
  })),
];

const inFile = (file: string, elementId: string | null, line: number | null) => ({
  path: elementId === null ? file : `${file}#${elementId}`,
  ...(line === null ? {} : { line }),
});
