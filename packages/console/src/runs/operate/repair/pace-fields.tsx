import { TextInput } from '../../../ui/field/controls.js';
import { Field } from '../../../ui/field/field.js';
import { messages } from '../messages/index.gen.js';
import type { Pace } from './repair.js';
import styles from './repair.module.css';

export interface PaceFieldsProps {
  readonly pace: Pace;
  /** Numbers that are none. */
  readonly faults: ReadonlySet<keyof Pace>;
  onChange(pace: Pace): void;
}

/** How many are tried first, how many of those may fail, and how many are asked in a minute. */
export function PaceFields({ pace, faults, onChange }: PaceFieldsProps) {
  const m = messages.use();
  const names =
    pace.canary === '' ? (['canary', 'perMinute'] as const) : (['canary', 'mostFailedPercent', 'perMinute'] as const);
  return (
    <div className={styles.pace}>
      {names.map((name) => (
        <Field
          key={name}
          label={m.pace({ name })}
          hint={m.paceHint({ name })}
          {...(faults.has(name) ? { error: m.paceFault({ name }) } : {})}
        >
          {(ids) => (
            <TextInput
              {...ids}
              inputMode="numeric"
              value={pace[name]}
              onChange={({ target }) => onChange({ ...pace, [name]: target.value.trim() })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
