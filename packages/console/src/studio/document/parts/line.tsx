import { Field } from '../../../ui/field/field.js';
import { TextControl } from '../../properties/control.js';

export interface LineProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly isLong?: boolean;
  onCommit(value: string): void;
}

/** A text of the document; a change counts when the control is left. */
export const Line = ({ label, hint, value, isLong = false, onCommit }: LineProps) => (
  <Field label={label} hint={hint}>
    {(ids) => <TextControl ids={ids} kind={isLong ? 'lines' : 'text'} value={value} onCommit={onCommit} />}
  </Field>
);
