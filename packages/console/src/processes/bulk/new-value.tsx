import { useState } from 'react';
import { messages as formMessages } from '../../form/messages/index.gen.js';
import type { Fault } from '../../form/schema/check.js';
import type { FormField } from '../../form/schema/form-field.js';
import { faultText } from '../../form/state/fault-text.js';
import { useLocale } from '../../messages/locale.js';
import { Select, TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { useChoices } from '../edit/choices.js';
import { formFieldOf, readTyped } from '../edit/typed.js';
import { messages } from '../messages/index.gen.js';
import { useList } from '../model/list-context.js';
import type { ListKey } from '../model/schema.js';

/** A new value of a key: chosen or typed. `onValue` gets undefined while there is none. */
export function NewValue({ of, onValue }: { of: ListKey; onValue(value: unknown): void }) {
  const m = messages.use();
  const list = useList();
  const [text, setText] = useState('');
  const choices = useChoices(of, m);
  if (choices !== undefined) {
    return (
      <Field label={m.value}>
        {(ids) => (
          <Select
            {...ids}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              onValue(choices.find(({ value }) => String(value) === target.value)?.value);
            }}
          >
            <option value="" />
            {choices.map(({ value, label }) => (
              <option key={String(value)} value={String(value)}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    );
  }
  const field = formFieldOf(list.schema, of);
  return field === undefined ? null : <TypedValue of={of} field={field} onValue={onValue} />;
}

function TypedValue({ of, field, onValue }: { of: ListKey; field: FormField; onValue(value: unknown): void }) {
  const m = messages.use();
  const forms = formMessages.use();
  const locale = useLocale();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<Fault>();
  return (
    <Field label={m.value} error={fault === undefined ? undefined : faultText(fault, forms, locale)}>
      {(ids) => (
        <TextInput
          {...ids}
          type={of.kind === 'date' ? 'date' : 'text'}
          inputMode={of.kind === 'number' ? 'decimal' : undefined}
          value={text}
          onChange={({ target }) => {
            const typed = readTyped(field, target.value, locale);
            setText(target.value);
            setFault(typed.fault);
            onValue('value' in typed ? typed.value : undefined);
          }}
        />
      )}
    </Field>
  );
}
