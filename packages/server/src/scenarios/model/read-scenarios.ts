import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { once } from '../../kernel/once.js';
import { messageOf, pathOf } from '../../sub-projects/document/check-shape.js';
import type { Finding, Place } from '../../sub-projects/document/findings/finding.js';
import { readDocument } from '../../sub-projects/document/text/read-document.js';
import { actions, type ScenarioFile, type Step, scenarioFileSchema } from './scenario-schema.js';

/** A file of scenarios with the places of its parts, or what is wrong with it. */
export type ReadScenarios =
  | { readonly file: ScenarioFile; placeOf(pointer: string): Place | undefined }
  | { readonly findings: readonly Finding[] };

const matcher = once(() =>
  new Ajv2020({ strict: false, allErrors: true, verbose: true, logger: false }).compile<ScenarioFile>(
    scenarioFileSchema,
  ),
);

/** Reads the YAML or JSON text of a file of scenarios, in bounded time and depth. */
export function readScenarios(text: string): ReadScenarios {
  const { value, findings, placeOf } = readDocument(text);
  if (findings.length > 0) return { findings };
  const matches = matcher();
  if (!matches(value)) {
    const wrong = findingsOf(matches.errors ?? []);
    return { findings: wrong.map((finding) => ({ ...finding, ...placeOf(finding.path) })) };
  }
  const wrong = value.scenarios.flatMap(({ steps }, scenario) =>
    steps.flatMap((step, index) => problemOf(step, `/scenarios/${scenario}/steps/${index}`)),
  );
  if (wrong.length > 0) return { findings: wrong.map((finding) => ({ ...finding, ...placeOf(finding.path) })) };
  return { file: value, placeOf };
}

/** Of a union, the alternative that was meant explains the error: for an object the one that takes objects. */
function findingsOf(errors: readonly ErrorObject[]): readonly Finding[] {
  const explained = errors.filter((error) => {
    if (error.keyword === 'anyOf') return !errors.some((other) => isInside(other, error) && !isTypeOf(other, error));
    const union = errors.find((other) => other.keyword === 'anyOf' && isInside(error, other));
    return union === undefined || !isTypeOf(error, union);
  });
  const findings = explained.map((error): Finding => ({ path: pathOf(error), message: textOf(error) }));
  return [...new Map(findings.map((finding) => [`${finding.path} ${finding.message}`, finding])).values()];
}

const isInside = (inner: ErrorObject, union: ErrorObject): boolean =>
  inner !== union &&
  inner.schemaPath.startsWith(`${union.schemaPath}/`) &&
  inner.instancePath.startsWith(union.instancePath);

/** The alternative takes another type of value altogether. */
const isTypeOf = (inner: ErrorObject, union: ErrorObject): boolean =>
  inner.keyword === 'type' && inner.instancePath === union.instancePath;

function textOf(error: ErrorObject): string {
  if (error.keyword !== 'anyOf') return messageOf(error);
  const types = (Array.isArray(error.schema) ? error.schema : []).map((one: { readonly type?: string }) => one.type);
  return `must be ${types.map((type) => TYPES[type ?? ''] ?? 'something else').join(', or ')}`;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  object: 'an object',
  array: 'a list',
  null: 'empty',
  boolean: 'true or false',
  integer: 'a whole number',
};

function problemOf(step: Step, path: string): readonly Finding[] {
  const named = Object.keys(actions).filter((name) => Object.hasOwn(step, name));
  if (named.length !== 1) {
    const got = named.length === 0 ? 'names no action' : `names ${named.length} actions: ${named.join(', ')}`;
    return [{ path, message: `the step ${got}; name exactly one of ${Object.keys(actions).join(', ')}` }];
  }
  if (step.job === undefined) return [];
  const { element, type, ...result } = step.job;
  if (element === undefined && type === undefined) {
    return [{ path: `${path}/job`, message: 'name the "element" or the "type" of the job' }];
  }
  const results = ['complete', 'fail', 'error', 'respond'].filter((name) => Object.hasOwn(result, name));
  if (results.length === 1) return [];
  return [{ path: `${path}/job`, message: 'give exactly one result: complete, fail, error or respond' }];
}
