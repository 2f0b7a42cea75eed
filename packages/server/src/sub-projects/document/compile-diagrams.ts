import { compile, type Finding as DiagramFinding, type ExecutableModel } from '@millrace/engine';
import { isObject } from '../../kernel/json-schema/schema-walk.js';
import { valueLimit } from '../../kernel/json-schema/value-limits.js';
import { checkCalendars } from './diagrams/check-calendars.js';
import { checkSeparation } from './diagrams/check-separation.js';
import { type DiagramSecret, secretsOfDiagrams } from './diagrams/diagram-secrets.js';
import { inspectDiagrams } from './diagrams/inspect-diagrams.js';
import { suspiciousDiagrams } from './diagrams/suspicious-diagrams.js';
import { didYouMean } from './findings/did-you-mean.js';
import type { Finding, Report } from './findings/finding.js';
import type { ConfigurationDocument } from './model/document.js';
import { createFormCheck, type FormProblems, isJsonSchema } from './rules/form-schema.js';

/** A workflow of the document with the process it runs. */
export interface CompiledWorkflow {
  readonly key: string;
  readonly file: string;
  readonly bpmn: string;
  readonly processId: string;
  readonly versionTag: string | null;
  /**
   * Ids of the decisions that the processes of its file call as they were deployed with it; null stands for those that an
   * expression names.
   */
  readonly boundDecisions: readonly (string | null)[];
}

export interface CompiledDiagrams {
  readonly workflows: readonly CompiledWorkflow[];
  /** About BPMN files: `<file>#<element id>`. */
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly ignored: readonly Finding[];
  readonly secretUses: readonly DiagramSecret[];
  /** Every secret that a diagram names, wherever that is: what a job resolves is among them. */
  readonly namedSecrets: readonly Omit<DiagramSecret, 'isHostComputed'>[];
}

/** What is known of the decisions of the document. */
interface KnownDecisions {
  /** Names of the files that they use. */
  readonly used: ReadonlySet<string>;
  /** Undefined when a DMN file has errors. */
  readonly decisionIds: ReadonlySet<string> | undefined;
}

/**
 * Compiles the BPMN files that the document's workflows name, each once.
 *
 * @param files texts by name
 * @param error where a workflow of the document, not a file, is to blame
 * @param decisions what is known of the decisions of the document
 */
export async function compileDiagrams(
  document: ConfigurationDocument,
  files: ReadonlyMap<string, string>,
  error: Report,
  { used, decisionIds }: KnownDecisions = { used: new Set(), decisionIds: undefined },
): Promise<CompiledDiagrams> {
  const workflows = document.workflows ?? [];
  const found = { errors: [] as Finding[], warnings: [] as Finding[], ignored: [] as Finding[] };
  const models = new Map<string, readonly ExecutableModel[]>();
  for (const file of new Set(workflows.map((workflow) => workflow.file))) {
    const text = files.get(file);
    if (text === undefined) continue;
    const { models: compiled, report } = await compile(text);
    for (const kind of ['errors', 'warnings', 'ignored'] as const) {
      found[kind].push(...report[kind].map((finding) => inFile(file, finding)));
    }
    if (report.errors.length === 0) models.set(file, compiled);
    checkForms(file, compiled, found);
    found.errors.push(...checkSeparation(document, file, compiled), ...checkCalendars(document, file, compiled));
  }
  const chosen = workflows.map((workflow, index) => {
    const at = ['workflows', index];
    const text = files.get(workflow.file);
    if (text === undefined) {
      error([...at, 'file'], `the file "${workflow.file}" was not given${didYouMean(workflow.file, files.keys())}`);
    }
    const compiled = models.get(workflow.file);
    const model = compiled === undefined ? undefined : chooseModel(workflow, compiled, [...at, 'process'], error);
    return { key: workflow.key, file: workflow.file, bpmn: text ?? '', model, at };
  });
  warnOfUnused(
    chosen,
    models,
    [...files.keys()].filter((file) => !used.has(file)),
    found.warnings,
  );
  const inspected = inspectDiagrams(models);
  found.warnings.push(...suspiciousDiagrams(document, inspected));
  checkCalls(chosen, models, found.errors);
  if (decisionIds !== undefined) checkDecisions(models, decisionIds, found.errors);
  return {
    ...found,
    secretUses: secretsOfDiagrams(inspected),
    namedSecrets: inspected.flatMap(({ file, found: diagram }) => diagram.secrets.map((use) => ({ ...use, file }))),
    workflows: chosen.flatMap(({ key, file, bpmn, model }) =>
      model === undefined
        ? []
        : [
            {
              key,
              file,
              bpmn,
              processId: model.processId,
              versionTag: model.versionTag,
              boundDecisions: boundDecisions(models.get(file) ?? []),
            },
          ],
    ),
  };
}

/** Forms are checked with every payload, so they must be schemas that can be checked in bounded time. */
function checkForms(
  file: string,
  models: readonly ExecutableModel[],
  found: { readonly errors: Finding[]; readonly warnings: Finding[] },
): void {
  const check = createFormCheck();
  const checked = new Map<unknown, FormProblems>();
  for (const { elementId, form } of models.flatMap(({ userTasks }) => userTasks)) {
    if (!isObject(form) || !isJsonSchema(form)) continue;
    const path = `${file}#${elementId}`;
    const large = valueLimit(form, Number.POSITIVE_INFINITY);
    if (large !== undefined) {
      found.errors.push({ path, message: `the form ${large.message}` });
      continue;
    }
    const problems = checked.get(form) ?? check(form);
    checked.set(form, problems);
    for (const problem of problems.errors) found.errors.push({ path, message: `the form: ${problem}` });
    if (problems.invalid === undefined) continue;
    const message = `the form is no valid JSON Schema (${problems.invalid}), so payloads are not checked against it`;
    found.warnings.push({ path, message });
  }
}

type Chosen = { readonly file: string; readonly model: ExecutableModel | undefined };

function chooseModel(
  workflow: { readonly file: string; readonly process?: string },
  models: readonly ExecutableModel[],
  at: readonly (string | number)[],
  error: Report,
): ExecutableModel | undefined {
  const ids = models.map((model) => model.processId);
  if (workflow.process === undefined) {
    if (models.length > 1) error(at, `"${workflow.file}" holds several processes; name one of ${ids.join(', ')}`);
    return models.length === 1 ? models[0] : undefined;
  }
  const model = models.find((one) => one.processId === workflow.process);
  if (model === undefined) {
    error(at, `"${workflow.file}" holds no process "${workflow.process}"${didYouMean(workflow.process, ids)}`);
  }
  return model;
}

function warnOfUnused(
  chosen: readonly Chosen[],
  models: ReadonlyMap<string, readonly ExecutableModel[]>,
  files: readonly string[],
  warnings: Finding[],
): void {
  const usedFiles = new Set(chosen.map(({ file }) => file));
  for (const file of files) {
    if (!usedFiles.has(file)) warnings.push({ path: file, message: 'nothing uses this file, so it is not kept' });
  }
  const used = new Set(chosen.map(({ model }) => model));
  for (const [file, compiled] of models) {
    const called = new Set(
      compiled.flatMap(({ calledProcesses }) => calledProcesses.map(({ processId }) => processId)),
    );
    for (const model of compiled) {
      if (used.has(model) || called.has(model.processId)) continue;
      warnings.push({ path: `${file}#${model.processId}`, message: 'no workflow uses this process' });
    }
  }
}

/**
 * A call activity finds its process by its BPMN id: among the workflows, and in its own file. Of several workflows with
 * different diagrams it would not be clear which one is meant. Calls by an expression or a version tag are resolved at run
 * time only.
 */
function checkCalls(
  chosen: readonly Chosen[],
  models: ReadonlyMap<string, readonly ExecutableModel[]>,
  errors: Finding[],
): void {
  const filesOf = new Map<string, Set<string>>();
  for (const { file, model } of chosen) {
    if (model !== undefined) filesOf.set(model.processId, (filesOf.get(model.processId) ?? new Set()).add(file));
  }
  for (const [file, compiled] of models) {
    const beside = compiled.map(({ processId }) => processId);
    for (const call of compiled.flatMap(({ calledProcesses }) => calledProcesses)) {
      const { processId, binding, elementId } = call;
      if (processId === null || binding === 'versionTag') continue;
      const path = `${file}#${elementId}`;
      const found = filesOf.get(processId)?.size ?? 0;
      if (found === 0 && !beside.includes(processId)) {
        const hint = didYouMean(processId, new Set([...filesOf.keys(), ...beside]));
        errors.push({ path, message: `no workflow of the document runs the called process "${processId}"${hint}` });
      } else if (found > 1) {
        errors.push({ path, message: `workflows of several files run the called process "${processId}"; keep one` });
      }
    }
  }
}

/** A business rule task finds its decision by its id; calls by an expression or a version tag are resolved at run time only. */
function checkDecisions(
  models: ReadonlyMap<string, readonly ExecutableModel[]>,
  decisionIds: ReadonlySet<string>,
  errors: Finding[],
): void {
  for (const [file, compiled] of models) {
    for (const { decisionId, binding, elementId } of compiled.flatMap(({ calledDecisions }) => calledDecisions)) {
      if (decisionId === null || binding === 'versionTag' || decisionIds.has(decisionId)) continue;
      const hint = didYouMean(decisionId, decisionIds);
      const message = `no DMN file of the document has the called decision "${decisionId}"${hint}`;
      errors.push({ path: `${file}#${elementId}`, message });
    }
  }
}

const boundDecisions = (models: readonly ExecutableModel[]): readonly (string | null)[] => [
  ...new Set(
    models.flatMap(({ calledDecisions }) =>
      calledDecisions.flatMap(({ binding, decisionId }) => (binding === 'deployment' ? [decisionId] : [])),
    ),
  ),
];

const inFile = (file: string, { elementId, message }: DiagramFinding): Finding => ({
  path: elementId === null ? file : `${file}#${elementId}`,
  message,
});
