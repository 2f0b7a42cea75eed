import type { ComponentPropsWithoutRef } from 'react';
import { TextInput } from './controls.js';
import { Field, type FieldProps } from './field.js';

export interface TextFieldProps
  extends Pick<FieldProps, 'label' | 'hint' | 'isRequired'>,
    Pick<ComponentPropsWithoutRef<'input'>, 'type' | 'maxLength' | 'autoComplete'> {
  readonly value: string;
  onChange(value: string): void;
}

/** A line of text with its label. */
export const TextField = ({
  label,
  hint,
  isRequired = false,
  type,
  maxLength = 200,
  autoComplete = 'off',
  value,
  onChange,
}: TextFieldProps) => (
  <Field label={label} hint={hint} isRequired={isRequired}>
    {(ids) => (
      <TextInput
        {...ids}
        type={type}
        autoComplete={autoComplete}
        maxLength={maxLength}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);
