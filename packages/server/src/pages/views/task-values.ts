import type { DecideWords } from './decide-words.js';

/** The parts of a JSON Schema that say how a value is shown or entered. */
export interface ValueSchema {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly format?: unknown;
  readonly enum?: unknown;
  readonly oneOf?: unknown;
  readonly default?: unknown;
  readonly maxLength?: unknown;
  readonly 'x-ui'?: { readonly order?: number; readonly unit?: string } | undefined;
}

/** What stands for ids in values. */
export interface ValueNames {
  readonly people: Readonly<Record<string, string>>;
  readonly files: ReadonlyMap<string, string>;
}

/** The title of a field, or its name as words: `costCentre` and `cost_centre` are "Cost centre". */
export function labelOf(name: string, { title }: ValueSchema): string {
  if (typeof title === 'string' && title !== '') return title;
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .trim()
    .split(/\s+/)
    .map((word) => (word.length > 1 && word === word.toUpperCase() ? word : word.toLowerCase()))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The values of an enumeration with what people call them; empty where everything may be entered. */
export function choicesOf({
  enum: values,
  oneOf,
}: ValueSchema): readonly { readonly value: string; readonly label: string }[] {
  if (Array.isArray(values)) {
    return values.flatMap((value) => (typeof value === 'string' ? [{ value, label: value }] : []));
  }
  if (!Array.isArray(oneOf)) return [];
  const named = (oneOf as readonly { readonly const?: unknown; readonly title?: unknown }[]).flatMap(
    ({ const: value, title }) => (typeof value === 'string' ? [{ value, label: String(title ?? value) }] : []),
  );
  return named.length === oneOf.length ? named : [];
}

/** @param unit the value of the field that `x-ui.unit` names, for example a currency */
export function valueText(
  schema: ValueSchema,
  value: unknown,
  words: DecideWords,
  names: ValueNames,
  unit?: unknown,
): string {
  if (value === undefined || value === null || value === '') return words.none;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return figure(value, words, unit);
  if (Array.isArray(value)) return value.map((item) => valueText({}, item, words, names)).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (schema.format === 'date') return day(text, words);
  if (schema.format === 'date-time') return moment(text, words);
  const choice = choicesOf(schema).find((one) => one.value === text);
  return choice?.label ?? names.people[text] ?? names.files.get(text) ?? text;
}

function figure(value: number, { language }: DecideWords, unit: unknown): string {
  if (typeof unit !== 'string') return value.toLocaleString(language, { maximumFractionDigits: 20 });
  if (/^[A-Z]{3}$/.test(unit)) return value.toLocaleString(language, { style: 'currency', currency: unit });
  return `${value.toLocaleString(language, { maximumFractionDigits: 20 })} ${unit}`;
}

function day(text: string, { language }: DecideWords): string {
  const time = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(time.getTime())
    ? text
    : time.toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
}

/** A time in UTC: where the reader is, a page without a script does not know. */
export function moment(text: string, { language }: DecideWords): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return text;
  return `${time.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
}
