import { isMap, parse, parseDocument, stringify } from 'yaml';
import type { AnswerOf } from '../../api/call.js';
import type { JsonObject } from '../../form/schema/entered.js';
import type { Configuration, Workflow } from '../model/configuration.js';

/** A step, as files of scenarios have it. */
export type Step = JsonObject;

/** A test run: what the process has at its beginning, and what is done then. */
export interface Trial {
  readonly fields: JsonObject;
  readonly steps: readonly Step[];
}

/** Where a test run has led. */
export type Outcome = AnswerOf<'testSubProject'>['scenarios'][number];
export type StateAfter = NonNullable<Outcome['after']>;

/** What a test run changes in the project: its document and its files. */
export type Sources = Pick<Configuration, 'document' | 'files'>;

/** Changes nothing: a scenario has at least one step. */
const nothing: Step = { wait: '0 seconds' };

/** A file with the test run as its only scenario. */
export const trialFile = (workflow: string, { fields, steps }: Trial): string =>
  JSON.stringify({
    workflow,
    process: { fields },
    scenarios: [{ name: workflow, steps: steps.length === 0 ? [nothing] : steps }],
  });

/** The files of scenarios that a document names, with their texts. */
export function scenariosOf({ document, files }: Sources): Readonly<Record<string, string>> {
  const { scenarios } = parse(document) as { readonly scenarios?: readonly unknown[] };
  const names = (scenarios ?? []).filter((name): name is string => typeof name === 'string');
  return Object.fromEntries(names.flatMap((name) => (files[name] === undefined ? [] : [[name, files[name]]])));
}

type FieldSchema = Readonly<Record<string, unknown>>;

/** The fields of processes as one JSON Schema. People and files, of which the test run knows none, are written as text. */
export function fieldSchemaOf(document: string): { readonly type: 'object'; readonly properties: object } {
  const { fields } = parse(document) as { readonly fields?: Readonly<Record<string, FieldSchema>> };
  const entries = Object.entries(fields ?? {});
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, { required: _, ...schema }]) => [name, withoutReferences(schema)]),
    ),
    ...{ required: entries.flatMap(([name, { required }]) => (required === true ? [name] : [])) },
  };
}

function withoutReferences({ items, ...schema }: FieldSchema): FieldSchema {
  const { format, 'x-file': _, ...rest } = schema;
  const plain = format === 'user' || format === 'file' ? rest : schema;
  return items === undefined ? plain : { ...plain, items: withoutReferences(items as FieldSchema) };
}

/**
 * The sources with the test run as a scenario that expects what is so now: in the file of the workflow's other scenarios, or in a
 * new one. The comments and the order of the document stay.
 */
export function withScenario(
  sources: Sources,
  workflow: Workflow,
  name: string,
  { fields, steps }: Trial,
  { status, tasks, process }: StateAfter,
): Sources {
  const expected = {
    status,
    tasks: tasks.map(({ elementId }) => elementId),
    process: { state: process.state, fields: process.fields },
  };
  const scenario = { name, process: { fields }, steps: [...steps, { expect: expected }] };
  const listed = scenariosOf(sources);
  const own = Object.entries(listed).find(([, text]) => workflowOf(text) === workflow.key);
  const file = own?.[0] ?? freeName(workflow.key, sources.files);
  const text =
    own === undefined
      ? stringify({ workflow: workflow.key, scenarios: [scenario] })
      : changed(own[1], (parsed) => parsed.addIn(['scenarios'], parsed.createNode(scenario)));
  const document = own === undefined ? withName(sources.document, file) : sources.document;
  return { document, files: { ...sources.files, [file]: text } };
}

/** The document with a further name in `scenarios`. A list that is not there yet is added at the end, so that the rest stays as it is. */
function withName(document: string, file: string): string {
  const { contents, ...parsed } = parseDocument(document);
  const isBlock = isMap(contents) && contents.flow !== true && !parsed.directives?.docEnd;
  if (isBlock && !contents.has('scenarios')) return `${document.trimEnd()}\nscenarios:\n  - ${JSON.stringify(file)}\n`;
  return changed(document, (whole) => {
    if (whole.has('scenarios')) whole.addIn(['scenarios'], file);
    else whole.set('scenarios', whole.createNode([file]));
  });
}

function workflowOf(text: string): unknown {
  try {
    return (parse(text) as { readonly workflow?: unknown } | null)?.workflow;
  } catch {
    // A file that somebody broke gets no further scenario.
    return undefined;
  }
}

function changed(text: string, change: (parsed: ReturnType<typeof parseDocument>) => void): string {
  const parsed = parseDocument(text);
  change(parsed);
  return parsed.toString({ lineWidth: 0 });
}

function freeName(key: string, files: Sources['files']): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${key}.test.yaml` : `${key}-${number}.test.yaml`;
    if (files[name] === undefined) return name;
  }
}
