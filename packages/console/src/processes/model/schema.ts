import type { AnswerOf } from '../../api/call.js';

export type Schema = AnswerOf<'getSubProjectSchema'>;
export type SchemaField = Schema['fields'][number];
export type Process = AnswerOf<'getProcess'>['processes'][number];

/** What the values of a key are, for its column, its filter and its editor. */
export type Kind =
  | 'state'
  | 'priority'
  | 'stage'
  | 'text'
  | 'choice'
  | 'number'
  | 'boolean'
  | 'date'
  | 'instant'
  | 'user'
  | 'file'
  | 'clocks'
  | 'other';

/** A key of a list of processes: a member, or a field as `fields.<name>`. */
export interface ListKey {
  readonly key: string;
  readonly kind: Kind;
  readonly label: string;
  /** Of a choice: its values. */
  readonly values: readonly string[];
  /** Of an amount: the field with its currency. */
  readonly unit: string | undefined;
  /** The name to update; undefined: it cannot be set. */
  readonly updates: string | undefined;
  readonly isRequired: boolean;
}

const hintsOf = (field: SchemaField): Readonly<Record<string, unknown>> => {
  const hints = (field.schema as Readonly<Record<string, unknown>>)['x-ui'];
  return typeof hints === 'object' && hints !== null ? (hints as Readonly<Record<string, unknown>>) : {};
};

/** "dueDate" as people read it: "Due date". A title of the schema goes first. */
export function labelOf(field: SchemaField): string {
  const { title } = field.schema as { readonly title?: unknown };
  if (typeof title === 'string' && title !== '') return title;
  const words = field.name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function kindOf(field: SchemaField): Kind {
  const { type, format, enum: choices } = field.schema as Readonly<Record<string, unknown>>;
  if (field.reference === 'user') return 'user';
  if (field.reference === 'file') return 'file';
  if (Array.isArray(choices) && choices.every((one) => typeof one === 'string')) return 'choice';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'string') return format === 'date' ? 'date' : format === 'date-time' ? 'instant' : 'text';
  return 'other';
}

const orderOf = (field: SchemaField): number => {
  const { order } = hintsOf(field);
  return typeof order === 'number' ? order : Number.MAX_SAFE_INTEGER;
};

/** Fields in the order that their hints give them. */
const ordered = (fields: readonly SchemaField[]): readonly SchemaField[] =>
  fields.toSorted((a, b) => orderOf(a) - orderOf(b));

function keyOfField(field: SchemaField): ListKey {
  const { unit } = hintsOf(field);
  const { enum: choices = [] } = field.schema as { readonly enum?: readonly unknown[] };
  return {
    key: `fields.${field.name}`,
    kind: kindOf(field),
    label: labelOf(field),
    values: choices.map(String),
    unit: typeof unit === 'string' ? unit : undefined,
    updates: field.update ? field.name : undefined,
    isRequired: field.required,
  };
}

/** Words for members of a process. */
export interface MemberNames {
  readonly state: string;
  readonly priority: string;
  readonly stage: string;
  readonly created: string;
  readonly changed: string;
  readonly due: string;
  readonly id: string;
}

const hasClocks = (schema: Schema): boolean => schema.clocks.some(({ on }) => on === 'process');

/** Everything that a list of processes can show, in the order in which it is offered. */
export function listKeys(schema: Schema, names: MemberNames): readonly ListKey[] {
  const member = (key: string, kind: Kind, label: string, values: readonly string[], updates?: string): ListKey => ({
    key,
    kind,
    label,
    values,
    unit: undefined,
    updates,
    isRequired: true,
  });
  return [
    ...ordered(schema.fields.filter(({ read }) => read)).map(keyOfField),
    member(
      'state',
      'state',
      names.state,
      schema.states.values.map(({ key }) => key),
      'state',
    ),
    member('priority', 'priority', names.priority, schema.priorities.values, 'priority'),
    member(
      'stageKey',
      'stage',
      names.stage,
      schema.stages.values.map(({ key }) => key),
      'stageKey',
    ),
    ...(hasClocks(schema) ? [member('clocks', 'clocks', names.due, [])] : []),
    member('createdTs', 'instant', names.created, []),
    member('updatedTs', 'instant', names.changed, []),
    member('id', 'text', names.id, []),
  ];
}

const MOST_FIELDS = 5;

/** The columns of a list for which nobody has chosen any. */
export function defaultColumns(schema: Schema): readonly string[] {
  const units = new Set(schema.fields.map((field) => hintsOf(field).unit));
  const shown = ordered(schema.fields.filter(({ read }) => read)).filter(
    (field) => !units.has(field.name) && !['other', 'file'].includes(kindOf(field)),
  );
  const summary = (field: SchemaField): number => {
    const { summary: rank } = hintsOf(field);
    return typeof rank === 'number' ? rank : field.name === schema.businessKey ? 9 : 10;
  };
  const first = shown.toSorted((a, b) => summary(a) - summary(b)).slice(0, MOST_FIELDS);
  const [head, ...rest] = first.map(({ name }) => `fields.${name}`);
  const stages = schema.stages.values.length > 1 ? ['stageKey'] : [];
  const clocks = hasClocks(schema) ? ['clocks'] : [];
  return [...(head === undefined ? [] : [head]), ...rest, ...clocks, 'state', 'priority', ...stages, 'updatedTs'];
}

/** The value of a key in a process. */
export function valueIn(process: Process, key: string): unknown {
  if (key.startsWith('fields.'))
    return (process.fields as Readonly<Record<string, unknown>>)[key.slice('fields.'.length)];
  return process[key as keyof Process];
}

/** Longer words in capitals are words; short ones are codes such as EUR. */
const LONGEST_CODE = 4;

/** The label of a choice of a field. */
export const choiceLabel = (value: string): string => (value.length > LONGEST_CODE ? humanize(value) : value);

/** "IN_REVIEW" as people read it: "In review". Words with small letters stay as they are. */
export function humanize(word: string): string {
  if (word !== word.toUpperCase()) return word;
  const text = word.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
