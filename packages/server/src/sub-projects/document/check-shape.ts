import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { once } from '../../kernel/once.js';
import { fieldMessage } from '../fields/field-message.js';
import { didYouMean } from './findings/did-you-mean.js';
import type { Finding } from './findings/finding.js';
import { type ConfigurationDocument, documentSchema } from './model/document.js';

/** The document when it has the shape of `documentSchema`, otherwise everything that keeps it from it. */
export type Shape = { readonly document: ConfigurationDocument } | { readonly findings: readonly Finding[] };

const matcher = once(() =>
  new Ajv2020({ strict: false, allErrors: true, verbose: true, logger: false }).compile<ConfigurationDocument>(
    documentSchema,
  ),
);

/** Checks the shape of a document; rules between its parts come after. */
export function checkShape(value: unknown): Shape {
  const matches = matcher();
  return matches(value) ? { document: value } : { findings: findingsOf(matches.errors ?? []) };
}

function findingsOf(errors: readonly ErrorObject[]): Finding[] {
  // What failed inside the alternatives of a union is said once, by the union.
  const unions = new Set(errors.filter((error) => error.keyword === 'anyOf').map((error) => error.instancePath));
  const findings = errors
    .filter((error) => error.keyword === 'anyOf' || !error.schemaPath.includes('/anyOf/') || !within(error, unions))
    .map((error): Finding => ({ path: pathOf(error), message: messageOf(error) }));
  return [...new Map(findings.map((finding) => [`${finding.path} ${finding.message}`, finding])).values()];
}

/** Whether the error stands at one of the paths or below it. */
function within(error: ErrorObject, paths: ReadonlySet<string>): boolean {
  for (let at = error.instancePath; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    if (paths.has(at)) return true;
  }
  return false;
}

/** The JSON pointer of the value that an error is about. */
export function pathOf(error: ErrorObject): string {
  const unknown: unknown = error.params.additionalProperty;
  if (error.keyword !== 'additionalProperties' || typeof unknown !== 'string') return error.instancePath;
  return `${error.instancePath}/${unknown.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** What is wrong and what would be right, for the author of a document. */
export function messageOf(error: ErrorObject): string {
  const { keyword, params } = error;
  if (keyword === 'additionalProperties') {
    const known = Object.keys(error.parentSchema?.properties ?? {});
    return `"${params.additionalProperty}" is not known here${didYouMean(String(params.additionalProperty), known)}`;
  }
  if (keyword === 'required') return `"${params.missingProperty}" is missing; give it here`;
  if (keyword === 'pattern') {
    return `${JSON.stringify(error.data)} is not a name; names start with a letter or _ and go on with letters, digits, _ . or -`;
  }
  if (keyword === 'anyOf') return `must be ${alternatives(error.schema)}`;
  return fieldMessage({ ...error, instancePath: '' });
}

/** The alternatives of a union of the schema: its members are a type, or a list of a type. */
function alternatives(schema: unknown): string {
  const texts = (Array.isArray(schema) ? schema : []).map((one: { type?: string; const?: unknown }) =>
    one.const !== undefined
      ? JSON.stringify(one.const)
      : one.type === 'array'
        ? 'a list of names without repetition'
        : one.type === 'boolean'
          ? 'true or false'
          : 'a name',
  );
  return texts.join(', or ');
}
