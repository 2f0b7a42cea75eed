import { useSuspenseQueries } from '@tanstack/react-query';
import type { AnswerOf } from '../../api/call.js';
import { read } from '../../api/queries.js';
import { type FormField, fieldOf } from '../../form/schema/form-field.js';
import type { JsonSchema } from '../../form/schema/schema.js';
import { processRequest } from './process-request.js';

export type SubProjectSchema = AnswerOf<'getSubProjectSchema'>;
export type Process = AnswerOf<'getProcess'>['processes'][number];
export type SchemaField = SubProjectSchema['fields'][number];

/** The process of a page with what its sub-project says of it. */
export interface ShownProcess {
  readonly schema: SubProjectSchema;
  readonly process: Process;
  /** Names of the people that its fields name. */
  readonly names: Readonly<Record<string, string>>;
}

const nobody = {};

/** How often a page that is seen asks for changes; milliseconds. */
export const POLL_MS = 5000;

/** The process and its schema; the page waits for them, and hears of changes by itself. */
export function useProcess(subProjectId: string, processId: string): ShownProcess {
  const [{ data: schema }, { data: found }] = useSuspenseQueries({
    queries: [
      read('getSubProjectSchema', { subProjectId }),
      { ...read('getProcess', processRequest(subProjectId, processId)), refetchInterval: POLL_MS },
    ],
  });
  const [process] = found.processes;
  if (process === undefined) throw new Error('getProcess answered with neither the process nor an error');
  return { schema, process, names: found.names ?? nobody };
}

/** A field of the sub-project as forms take it. */
export const formFieldOf = ({ name, schema, required }: SchemaField): FormField =>
  fieldOf(name, { ...(schema as JsonSchema), required });

const hintsOf = ({ schema }: SchemaField): NonNullable<JsonSchema['x-ui']> => (schema as JsonSchema)['x-ui'] ?? {};

/** The fields in the order in which they are shown. */
export const inOrder = (fields: readonly SchemaField[]): readonly SchemaField[] =>
  [...fields].sort((a, b) => orderOf(a) - orderOf(b));

const orderOf = (field: SchemaField): number => hintsOf(field).order ?? Number.MAX_SAFE_INTEGER;

/** The headings of the document with their fields; fields without one stand first. */
export function groupsOf(fields: readonly SchemaField[]): readonly (readonly [string, readonly SchemaField[]])[] {
  const groups = new Map<string, SchemaField[]>();
  for (const field of inOrder(fields)) {
    const group = hintsOf(field).group ?? '';
    groups.set(group, [...(groups.get(group) ?? []), field]);
  }
  return [...groups].sort(([a], [b]) => Number(a !== '') - Number(b !== ''));
}
