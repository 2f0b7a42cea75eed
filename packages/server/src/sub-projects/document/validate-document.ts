import type { ResolvedCalendar } from '@millrace/engine';
import { calendarRules } from './calendars/calendar-rules.js';
import { resolveCalendars } from './calendars/resolve-calendars.js';
import { checkShape } from './check-shape.js';
import { type CompiledWorkflow, compileDiagrams } from './compile-diagrams.js';
import { type CompiledDmn, compileDmn } from './decisions/compile-dmn.js';
import type { DiagramSecret } from './diagrams/diagram-secrets.js';
import { withBpmnLines } from './findings/bpmn-lines.js';
import { didYouMean } from './findings/did-you-mean.js';
import { type Finding, type Place, pointerOf, type Report } from './findings/finding.js';
import type { ConfigurationDocument } from './model/document.js';
import { type NormalDocument, normalDocument } from './model/normal-document.js';
import { connectionRules } from './rules/connection-rules.js';
import { decisionRules } from './rules/decision-rules.js';
import { fieldRules } from './rules/field-rules.js';
import { memberRules } from './rules/member-rules.js';
import { roleRules } from './rules/role-rules.js';
import type { Rule } from './rules/rule.js';
import { settingRules } from './rules/setting-rules.js';
import { slaRules } from './rules/sla-rules.js';
import { stageRules } from './rules/stage-rules.js';
import { stateRules } from './rules/state-rules.js';
import { workflowRules } from './rules/workflow-rules.js';
import { readDocument } from './text/read-document.js';

/** What was found out about a configuration. It can be deployed when there are no errors. */
export interface Validation {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** What the BPMN files say that has no effect here. */
  readonly ignored: readonly Finding[];
  /** The DMN files that could be compiled and tested, also when there are errors. */
  readonly decisions: readonly CompiledDmn[];
  /** Undefined when there are errors. */
  readonly valid: ValidConfiguration | undefined;
  /** Place in the document's text for rules that are checked later. */
  placeOf(pointer: string): Place | undefined;
}

export interface ValidConfiguration {
  /** The id in the document, if it has one. */
  readonly id: string | undefined;
  readonly document: NormalDocument;
  readonly workflows: readonly CompiledWorkflow[];
  readonly decisions: readonly CompiledDmn[];
  readonly secretUses: readonly DiagramSecret[];
  /** Files of scenarios. Their content is looked at when they are run. */
  readonly scenarios: readonly ScenarioText[];
  /** Every secret that a diagram names, also where it is not resolved. */
  readonly namedSecrets: readonly Omit<DiagramSecret, 'isHostComputed'>[];
  readonly calendars: readonly ResolvedCalendar[];
}

/**
 * Validates a document with its BPMN and DMN files and runs the tests of its decisions: everything that can be known without
 * the database. Errors of the text hide those of the shape, and those of the shape hide those of the rules between parts;
 * within each, all are found.
 *
 * @param source YAML or JSON text, or parsed JSON
 * @param files texts of files by the name the document uses
 */
export type ValidateDocument = (
  source: string | object,
  files: Readonly<Record<string, string>>,
) => Promise<Validation>;

const rules: readonly Rule[] = [
  settingRules,
  stageRules,
  stateRules,
  fieldRules,
  roleRules,
  memberRules,
  workflowRules,
  decisionRules,
  connectionRules,
  calendarRules,
  slaRules,
];

export function createDocumentValidator(): ValidateDocument {
  return async (source, files) => {
    const read = readDocument(source);
    const refused = (errors: readonly Finding[]): Validation => ({
      errors,
      warnings: [],
      ignored: [],
      decisions: [],
      valid: undefined,
      placeOf: read.placeOf,
    });
    if (read.findings.length > 0) return refused(read.findings);
    const shape = checkShape(read.value);
    if ('findings' in shape) return refused(located(shape.findings, read.placeOf));
    return checkRules(shape.document, new Map(Object.entries(files)), read.placeOf);
  };
}

async function checkRules(
  document: ConfigurationDocument,
  files: ReadonlyMap<string, string>,
  placeOf: Validation['placeOf'],
): Promise<Validation> {
  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  const into =
    (list: Finding[]): Report =>
    (at, message) =>
      list.push({ path: pointerOf(at), message });
  const error = into(errors);
  for (const rule of rules) {
    // Roles are checked against compiled fields: broken ones would only be reported a second time.
    if ((rule === roleRules || rule === slaRules) && errors.some(({ path }) => path.startsWith('/fields'))) continue;
    rule(document, { error, warning: into(warnings) });
  }
  const calendars = errors.some(({ path }) => path.startsWith('/calendars'))
    ? []
    : await resolveCalendars(document, error, Date.now());
  const dmn = compileDmn(document, files, error, Date.now());
  const scenarios = scenarioFiles(document, files, error);
  const used = new Set([...dmn.used, ...scenarios.map(({ file }) => file)]);
  const diagrams = await compileDiagrams(document, files, error, { ...dmn, used });
  const allErrors = [...located([...errors, ...diagrams.errors], placeOf), ...dmn.errors];
  return {
    errors: allErrors,
    warnings: [...located(warnings, placeOf), ...withBpmnLines(diagrams.warnings, files), ...dmn.warnings],
    ignored: withBpmnLines(diagrams.ignored, files),
    decisions: dmn.files,
    valid:
      allErrors.length > 0
        ? undefined
        : {
            id: document.id?.toLowerCase(),
            document: normalDocument(document),
            workflows: diagrams.workflows,
            decisions: dmn.files,
            scenarios,
            secretUses: diagrams.secretUses,
            namedSecrets: diagrams.namedSecrets,
            calendars,
          },
    placeOf,
  };
}

/** A file of scenarios with its text. */
export interface ScenarioText {
  readonly file: string;
  readonly text: string;
}

function scenarioFiles(
  { scenarios = [] }: ConfigurationDocument,
  files: ReadonlyMap<string, string>,
  error: Report,
): readonly ScenarioText[] {
  return scenarios.flatMap((file, index) => {
    const text = files.get(file);
    if (text !== undefined) return [{ file, text }];
    error(['scenarios', index], `the file "${file}" was not given${didYouMean(file, files.keys())}`);
    return [];
  });
}

/** Adds lines to what is about the document, and puts it in its order. */
function located(findings: readonly Finding[], placeOf: Validation['placeOf']): Finding[] {
  return findings
    .map((finding) => {
      const place = finding.path === '' || finding.path.startsWith('/') ? placeOf(finding.path) : undefined;
      return { ...finding, ...place };
    })
    .sort((a, b) => (a.line ?? Number.POSITIVE_INFINITY) - (b.line ?? Number.POSITIVE_INFINITY) || 0);
}
