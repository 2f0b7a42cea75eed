import { Select, TextArea, TextInput } from '../../ui/field/controls.js';
import type { ControlIds } from '../../ui/field/field.js';
import { messages } from '../messages/index.gen.js';
import type { FormField } from '../schema/form-field.js';
import type { References } from '../schema/references.js';
import type { Form } from '../state/use-form.js';
import styles from './form.module.css';

interface InputControlProps {
  readonly field: FormField;
  readonly form: Form;
  readonly references: References;
  readonly ids: ControlIds;
}

const types: Readonly<Record<string, string>> = { email: 'email', uri: 'url' };

/** A control of one line or area, for values that are entered as a text or chosen from a list. */
export function InputControl({ field, form, references, ids }: InputControlProps) {
  const { kind, pointer, schema } = field;
  const entered = form.entered[pointer];
  const shared = {
    ...ids,
    value: typeof entered === 'string' ? entered : '',
    disabled: schema.readOnly,
    onChange: ({ target }: { target: { value: string } }) =>
      form.enter(pointer, target.value === '' ? undefined : target.value),
  };
  const example = schema.examples?.[0];
  const placeholder = example === undefined ? undefined : String(example);
  if (kind === 'choice' || kind === 'user' || kind === 'file') {
    return (
      <Select {...shared}>
        <Options field={field} references={references} value={shared.value} />
      </Select>
    );
  }
  if (kind === 'longText') return <TextArea {...shared} rows={3} placeholder={placeholder} />;
  if (kind === 'json') return <TextArea {...shared} rows={4} spellCheck={false} className={styles.code} />;
  if (kind === 'date') return <TextInput {...shared} type="date" className="num" />;
  if (kind === 'dateTime') return <TextInput {...shared} type="datetime-local" className="num" />;
  if (kind === 'number' || kind === 'integer') {
    const inputMode = kind === 'integer' ? 'numeric' : 'decimal';
    return <TextInput {...shared} inputMode={inputMode} autoComplete="off" className="num" placeholder={placeholder} />;
  }
  return <TextInput {...shared} type={types[schema.format ?? ''] ?? 'text'} placeholder={placeholder} />;
}

function Options({ field, references, value }: { field: FormField; references: References; value: string }) {
  const m = messages.use();
  const { kind, isRequired, choices } = field;
  const named = kind === 'user' ? references.users : references.files;
  const options =
    kind === 'choice'
      ? choices.map(({ label }, index) => ({ id: String(index), name: label }))
      : [
          ...(named ?? []),
          ...(value === '' || named?.some(({ id }) => id === value) ? [] : [{ id: value, name: value }]),
        ];
  const nothing = kind === 'user' ? m.chooseNobody : kind === 'file' ? m.chooseFile : m.chooseNothing;
  return (
    <>
      {(value === '' || !isRequired) && <option value="">{nothing}</option>}
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  );
}
