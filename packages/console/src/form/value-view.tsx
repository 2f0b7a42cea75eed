import { calendarDay, figure } from '../messages/instants.js';
import { useLocale } from '../messages/locale.js';
import { Person } from '../ui/people/avatar.js';
import { Amount } from '../ui/text/amount.js';
import { When } from '../ui/text/when.js';
import { messages } from './messages/index.gen.js';
import type { FormField } from './schema/form-field.js';
import type { References } from './schema/references.js';

export interface ValueViewProps {
  readonly field: FormField;
  readonly value: unknown;
  /** The value of the field that `x-ui.unit` names. */
  readonly unit?: unknown;
  readonly references?: References;
}

/** A value as text, in the way that its schema means it. */
export function ValueView({ field, value, unit, references = {} }: ValueViewProps) {
  const m = messages.use();
  const locale = useLocale();
  const { kind, choices, schema } = field;
  if (value === undefined || value === null || value === '') return <span className="t3">–</span>;
  if (typeof value === 'boolean') return value ? m.yes : m.no;
  if (typeof value === 'number') {
    const isAmount = schema['x-ui']?.widget === 'amount';
    if (typeof unit === 'string') return <Amount value={value} currency={unit} />;
    return <span className="num">{figure(value, locale, isAmount ? { minimumFractionDigits: 2 } : {})}</span>;
  }
  if (kind === 'choice') return choices.find((choice) => choice.value === value)?.label ?? String(value);
  if (kind === 'date') return <span className="num">{calendarDay(String(value), locale)}</span>;
  if (kind === 'dateTime') return <When at={String(value)} />;
  if (kind === 'user') {
    const name = references.names?.[String(value)] ?? references.users?.find(({ id }) => id === value)?.name;
    return name === undefined ? <span className="id">{String(value)}</span> : <Person name={name} />;
  }
  if (kind === 'file') return nameOf(value, references);
  if (Array.isArray(value)) return value.map((item) => nameOf(item, references)).join(', ');
  if (typeof value === 'object') return <code className="mono">{JSON.stringify(value)}</code>;
  return <bdi style={{ whiteSpace: 'pre-line' }}>{String(value)}</bdi>;
}

const nameOf = (value: unknown, { files = [] }: References): string =>
  typeof value === 'object' ? JSON.stringify(value) : (files.find(({ id }) => id === value)?.name ?? String(value));
