import { FieldControl } from './controls/field-control.js';
import styles from './controls/form.module.css';
import type { FormField } from './schema/form-field.js';
import type { References } from './schema/references.js';
import type { Form } from './state/use-form.js';

export interface FormFieldsProps {
  readonly form: Form;
  /** People and files that fields may name. */
  readonly references?: References;
  /** Fields beside each other where there is room; default: below each other. */
  readonly isWide?: boolean;
}

/** The controls of a form, under the headings that the document gives them. */
export function FormFields({ form, references, isWide = false }: FormFieldsProps) {
  return (
    <div
      ref={(element) => {
        form.ref.current = element;
      }}
      className={styles.form}
    >
      {groupsOf(form.fields).map(([group, fields]) => (
        <section key={group} className={styles.group} aria-label={group === '' ? undefined : group}>
          {group !== '' && <h3 className="label">{group}</h3>}
          <div className={isWide ? styles.wide : styles.fields}>
            {fields.map((field) => (
              <FieldControl key={field.pointer} field={field} form={form} references={references} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function groupsOf(fields: readonly FormField[]): [string, FormField[]][] {
  const groups = new Map<string, FormField[]>();
  for (const field of fields) {
    const group = field.schema['x-ui']?.group ?? '';
    groups.set(group, [...(groups.get(group) ?? []), field]);
  }
  return [...groups];
}
