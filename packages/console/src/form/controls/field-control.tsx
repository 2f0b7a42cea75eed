import { Checkbox, Switch } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import type { FormField } from '../schema/form-field.js';
import type { References } from '../schema/references.js';
import type { Form } from '../state/use-form.js';
import { ChoiceList, Radios } from './choice-list.js';
import styles from './form.module.css';
import { InputControl } from './input-control.js';
import { TextList } from './text-list.js';

export interface ControlProps {
  readonly field: FormField;
  readonly form: Form;
  readonly references?: References;
}

/** The control of one value, with its label, hint and error. */
export function FieldControl({ field, form, references = {} }: ControlProps) {
  const { kind, pointer, label, hint, isRequired, schema } = field;
  const widget = schema['x-ui']?.widget;
  if (kind === 'object') return <ObjectControl field={field} form={form} references={references} />;
  if (kind === 'boolean') return <YesNo field={field} form={form} />;
  if (kind === 'choice' && widget === 'radio') return <Radios field={field} form={form} />;
  if (kind === 'choices' || kind === 'files') return <ChoiceList field={field} form={form} references={references} />;
  if (kind === 'texts') return <TextList field={field} form={form} />;
  return (
    <div className={kind === 'longText' || kind === 'json' ? styles.full : undefined}>
      <Field label={label} hint={hint} error={form.errors[pointer]} isRequired={isRequired}>
        {(ids) => <InputControl field={field} form={form} references={references} ids={ids} />}
      </Field>
    </div>
  );
}

function YesNo({ field: { label, hint, pointer, schema }, form }: ControlProps) {
  const Box = schema['x-ui']?.widget === 'switch' ? Switch : Checkbox;
  const error = form.errors[pointer];
  return (
    <div>
      <Box
        checked={form.entered[pointer] === true}
        aria-invalid={error === undefined ? undefined : true}
        disabled={schema.readOnly}
        onChange={({ target }) => form.enter(pointer, target.checked)}
      >
        {label}
      </Box>
      {error !== undefined && <div className={styles.error}>{error}</div>}
      {hint !== undefined && <div className={styles.hint}>{hint}</div>}
    </div>
  );
}

function ObjectControl({ field, form, references }: ControlProps) {
  return (
    <fieldset className={`${styles.set} ${styles.full}`}>
      <legend className="label">{field.label}</legend>
      {field.hint !== undefined && <div className={styles.hint}>{field.hint}</div>}
      <div className={styles.members}>
        {field.fields.map((member) => (
          <FieldControl key={member.pointer} field={member} form={form} references={references} />
        ))}
      </div>
    </fieldset>
  );
}
