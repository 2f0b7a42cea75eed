import type { References } from '../../form/schema/references.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { groupsOf, type ShownProcess } from '../model/use-process.js';
import type { Save } from '../model/use-save.js';
import { FieldRow } from './field-row.js';
import styles from './fields.module.css';

/** The fields of a process under their headings; what one may change is edited in its place. */
export function FieldList({ shown, references, save }: { shown: ShownProcess; references: References; save: Save }) {
  const m = messages.use();
  const { schema, process } = shown;
  return (
    <section aria-labelledby="fields">
      <div className={styles.head}>
        <h2 id="fields">{m.fields}</h2>
        <span className="t12 t3 end">
          {save.isSaving ? (
            <span role="status">{m.saving}</span>
          ) : (
            <>
              {m.version({ version: process.version ?? '' })}
              {process.updatedTs !== undefined && (
                <>
                  {' · '}
                  <When at={process.updatedTs} />
                </>
              )}
            </>
          )}
        </span>
      </div>
      {schema.fields.length === 0 && <p className="t3 t13">{m.noFields}</p>}
      {groupsOf(schema.fields).map(([group, fields]) => (
        <div key={group} className={styles.group}>
          {group !== '' && <h3 className="label">{group}</h3>}
          <dl className={styles.rows}>
            {fields.map((field) => (
              <FieldRow key={field.name} field={field} shown={shown} references={references} save={save} />
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}
