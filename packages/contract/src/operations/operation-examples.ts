import { administrationExamples } from './examples/administration.js';
import type { Examples } from './examples/example.js';
import { fileExamples } from './examples/files.js';
import { processExamples } from './examples/processes.js';
import { workflowExamples } from './examples/workflows.js';

const all: Examples = Object.freeze({
  ...administrationExamples,
  ...processExamples,
  ...workflowExamples,
  ...fileExamples,
});

/** An example as plain data, whichever operation it is of. */
export interface AnyExample {
  readonly request: Readonly<Record<string, unknown>>;
  readonly answer?: unknown;
}

/** The example of an operation; `operation-examples.test.ts` checks that each has one that fits its schemas. */
export const exampleOf = (operationId: string): AnyExample | undefined =>
  Object.entries(all).find(([id]) => id === operationId)?.[1];
