import { parse } from 'yaml';

/** A version of the configuration of a sub-project. */
export interface Configuration {
  readonly version: string;
  readonly document: string;
  /** The text of files by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** A workflow, as the document of the sub-project lists it. */
export interface Workflow {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** The name of its BPMN file. */
  readonly file: string;
  readonly stages: readonly string[];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The workflows of a document that the server has accepted, in its order. */
export function workflowsOf(document: string): readonly Workflow[] {
  const { workflows } = parse(document) as { readonly workflows?: readonly Readonly<Record<string, unknown>>[] };
  return (workflows ?? []).map(({ key, name, description, file, stages }) => ({
    key: textOf(key),
    name: textOf(name) || textOf(key),
    description: textOf(description),
    file: textOf(file),
    stages: Array.isArray(stages) ? stages.map(textOf) : [],
  }));
}
