import { type ReactNode, useId } from 'react';
import { Checkbox, Radio } from '../../ui/field/controls.js';
import type { FormField } from '../schema/form-field.js';
import type { Form } from '../state/use-form.js';
import type { ControlProps } from './field-control.js';
import styles from './form.module.css';

/** Several controls under one label. */
export function ControlSet({ field, form, children }: { field: FormField; form: Form; children: ReactNode }) {
  const id = useId();
  const error = form.errors[field.pointer];
  const text = error ?? field.hint;
  return (
    <fieldset className={styles.set} aria-describedby={text === undefined ? undefined : id}>
      <legend className="label">{field.label}</legend>
      {children}
      {text !== undefined && (
        <div id={id} className={error === undefined ? styles.hint : styles.error}>
          {text}
        </div>
      )}
    </fieldset>
  );
}

/** One of a few choices, all in sight. */
export function Radios({ field, form }: ControlProps) {
  const name = useId();
  const { pointer, choices, schema } = field;
  return (
    <ControlSet field={field} form={form}>
      <div className={styles.picks}>
        {choices.map(({ label }, index) => (
          <Radio
            key={label}
            name={name}
            checked={form.entered[pointer] === String(index)}
            disabled={schema.readOnly}
            aria-invalid={form.errors[pointer] === undefined ? undefined : true}
            onChange={() => form.enter(pointer, String(index))}
          >
            {label}
          </Radio>
        ))}
      </div>
    </ControlSet>
  );
}

/** Any number of choices, or of files. */
export function ChoiceList({ field, form, references }: ControlProps) {
  const { kind, pointer, choices, schema } = field;
  const entered = form.entered[pointer];
  const chosen = Array.isArray(entered) ? entered : [];
  const options =
    kind === 'files'
      ? (references?.files ?? [])
      : choices.map(({ label }, index) => ({ id: String(index), name: label }));
  const toggle = (id: string, isOn: boolean) => {
    const next = options.map((option) => option.id).filter((each) => (each === id ? isOn : chosen.includes(each)));
    form.enter(pointer, next);
  };
  return (
    <ControlSet field={field} form={form}>
      <div className={styles.picks}>
        {options.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            disabled={schema.readOnly}
            aria-invalid={form.errors[pointer] === undefined ? undefined : true}
            onChange={({ target }) => toggle(id, target.checked)}
          >
            {name}
          </Checkbox>
        ))}
      </div>
    </ControlSet>
  );
}
