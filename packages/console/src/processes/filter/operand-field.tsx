import { instantOf } from '../../form/schema/instants.js';
import { numberText, readNumber } from '../../form/schema/numbers.js';
import type { Locale } from '../../messages/locale.js';
import { Checkbox, Select, TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { useChoices } from '../edit/choices.js';
import { messages } from '../messages/index.gen.js';
import type { Operator } from '../model/conditions.js';
import type { ListKey } from '../model/schema.js';
import { localDay } from './condition-text.js';
import styles from './filter-bar.module.css';

/** An operand as texts that controls hold: a list for several values. */
export const textOfOperand = (value: unknown, locale: Locale): string[] =>
  (Array.isArray(value) ? value : [value]).map((one) =>
    typeof one === 'number' ? numberText(one, locale) : String(one),
  );

/** The operand of texts; undefined: they are not one yet. */
export function readOperand(of: ListKey, operator: Operator, text: readonly string[], locale: Locale): unknown {
  const [first = ''] = text;
  if (operator === 'exists') return first !== 'false';
  if (operator === 'in' || operator === 'nin') return text.length === 0 ? undefined : [...text];
  if (of.kind === 'boolean') return first !== 'false';
  if (first.trim() === '') return undefined;
  if (of.kind === 'number') return readNumber(first, locale);
  // A day begins at midnight where the person is.
  if (of.kind === 'instant') return instantOf(`${localDay(first)}T00:00`);
  return first;
}

export interface OperandFieldProps {
  readonly of: ListKey;
  readonly operator: Operator;
  readonly text: readonly string[];
  onText(text: string[]): void;
}

/** What a condition compares with. */
export function OperandField({ of, operator, text, onText }: OperandFieldProps) {
  const m = messages.use();
  const all = useChoices(of, m);
  const [first = ''] = text;
  if (operator === 'exists' || of.kind === 'boolean') {
    return (
      <Field label={m.value}>
        {(ids) => (
          <Select
            {...ids}
            value={first === 'false' ? 'false' : 'true'}
            onChange={({ target }) => onText([target.value])}
          >
            <option value="true">{m.yes}</option>
            <option value="false">{m.no}</option>
          </Select>
        )}
      </Field>
    );
  }
  if (operator === 'in' || operator === 'nin') {
    const choices = (all ?? []).filter(({ value }) => value !== null);
    return (
      <fieldset className={styles.choices}>
        <legend className="label">{m.value}</legend>
        {choices.map(({ value, label }) => (
          <Checkbox
            key={String(value)}
            checked={text.includes(String(value))}
            onChange={({ target }) =>
              onText(target.checked ? [...text, String(value)] : text.filter((one) => one !== String(value)))
            }
          >
            {label}
          </Checkbox>
        ))}
      </fieldset>
    );
  }
  const isTime = of.kind === 'date' || of.kind === 'instant';
  return (
    <Field label={m.value}>
      {(ids) => (
        <TextInput
          {...ids}
          autoFocus
          type={isTime ? 'date' : 'text'}
          inputMode={of.kind === 'number' ? 'decimal' : undefined}
          value={isTime && first !== '' ? localDay(first) : first}
          onChange={({ target }) => onText([target.value])}
        />
      )}
    </Field>
  );
}
