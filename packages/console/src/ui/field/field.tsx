import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Icon } from '../icon/icon.js';
import { messages } from '../messages/index.gen.js';
import styles from './field.module.css';

/** What ties a control to its label, hint and error. Spread it on the control. */
export interface ControlIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value; undefined: nothing. */
  readonly error?: string;
  readonly isRequired?: boolean;
  /** Its control, with the ids of its label and texts. */
  children(ids: ControlIds): ReactNode;
}

/** A label, a control, and a hint or an error below it. */
export function Field({ label, hint, error, isRequired = false, children }: FieldProps) {
  const m = messages.use();
  const id = useId();
  const describedBy = error === undefined ? (hint === undefined ? undefined : `${id}-hint`) : `${id}-error`;
  return (
    <div className={styles.field}>
      <label className="label" htmlFor={id}>
        {label} {isRequired && <span className={styles.required}>{m.required}</span>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-required': isRequired ? true : undefined,
      })}
      {error !== undefined && (
        <span className={styles.error} id={`${id}-error`}>
          <Icon of={CircleAlert} size={12} />
          {error}
        </span>
      )}
      {error === undefined && hint !== undefined && (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
