import type { DocumentEditor, Path } from '../../../document/edit-document.js';
import { listOf, mapOf, type Plain } from './part.js';

/** Kinds of fields that have a form; each is a JSON Schema. */
const kinds = {
  text: { type: 'string' },
  longText: { type: 'string', widget: 'multiline' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  dateTime: { type: 'string', format: 'date-time' },
  email: { type: 'string', format: 'email' },
  user: { type: 'string', format: 'user' },
  file: { type: 'string', format: 'file' },
  choice: {},
} as const satisfies Readonly<Record<string, { type?: string; format?: string; widget?: string }>>;

export type FieldKind = keyof typeof kinds;
export const fieldKinds = Object.keys(kinds) as readonly FieldKind[];

/** What a schema is; undefined: something else, which is written as text. */
export function kindOf(schema: Plain): FieldKind | undefined {
  if (Array.isArray(schema.enum)) return 'choice';
  const widget = mapOf(schema['x-ui']).widget === 'multiline' ? 'multiline' : undefined;
  return fieldKinds.find((kind) => {
    const { type, format, widget: wanted } = { format: undefined, widget: undefined, ...kinds[kind] } as Plain;
    return kind !== 'choice' && type === schema.type && format === schema.format && wanted === widget;
  });
}

/** Keywords of values of one type: another type does not know them. */
const OF_TYPES = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'default', 'x-searchable'];

export function setKind(editor: DocumentEditor, at: Path, schema: Plain, kind: FieldKind): void {
  const { type, format, widget } = { ...kinds[kind] } as { type?: string; format?: string; widget?: string };
  editor.set([...at, 'type'], type);
  editor.set([...at, 'format'], format);
  editor.set(
    [...at, 'enum'],
    kind === 'choice' ? (listOf(schema.enum).length > 0 ? schema.enum : ['A', 'B']) : undefined,
  );
  editor.set([...at, 'x-ui', 'widget'], widget);
  if (type !== schema.type) for (const keyword of OF_TYPES) editor.remove([...at, keyword]);
}
