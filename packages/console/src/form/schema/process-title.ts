import type { AnswerOf } from '../../api/call.js';
import type { JsonSchema } from './schema.js';

interface Titled {
  readonly schema: Pick<AnswerOf<'getSubProjectSchema'>, 'fields' | 'businessKey'>;
  readonly process: Pick<AnswerOf<'getProcess'>['processes'][number], 'fields'>;
}

/** What people call a process: its fields for summaries, else its business key, else the first text. */
export function titleOf({ schema, process }: Titled): string | undefined {
  const values = process.fields as Readonly<Record<string, unknown>>;
  const rankOf = (field: { readonly schema: unknown }) => (field.schema as JsonSchema)['x-ui']?.summary;
  const [named] = [...schema.fields]
    .filter((field) => rankOf(field) !== undefined && typeof values[field.name] === 'string')
    .sort((a, b) => (rankOf(a) ?? 0) - (rankOf(b) ?? 0));
  const first = schema.fields.find(({ name, reference }) => reference === null && typeof values[name] === 'string');
  const name = named?.name ?? schema.businessKey ?? first?.name;
  const value = name === undefined ? undefined : values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
