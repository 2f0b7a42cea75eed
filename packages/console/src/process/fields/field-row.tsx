import { X } from 'lucide-react';
import { useId, useMemo, useRef, useState } from 'react';
import { isProblem } from '../../api/problem.js';
import { FieldControl } from '../../form/controls/field-control.js';
import { InputControl } from '../../form/controls/input-control.js';
import type { FormField } from '../../form/schema/form-field.js';
import type { References } from '../../form/schema/references.js';
import { usePeople } from '../../form/schema/use-people.js';
import { type Form, useForm } from '../../form/state/use-form.js';
import { ValueView } from '../../form/value-view.js';
import { showFailure } from '../../frame/failure.js';
import { Button, IconButton } from '../../ui/button/button.js';
import { messages } from '../messages/index.gen.js';
import { memberOf } from '../model/members.js';
import { formFieldOf, type SchemaField, type ShownProcess } from '../model/use-process.js';
import type { Save } from '../model/use-save.js';
import styles from './fields.module.css';
import { HiddenValue } from './hidden-value.js';

interface FieldRowProps {
  readonly field: SchemaField;
  readonly shown: ShownProcess;
  readonly references: References;
  readonly save: Save;
}

const inline: ReadonlySet<FormField['kind']> = new Set([
  'text',
  'number',
  'integer',
  'choice',
  'date',
  'dateTime',
  'user',
]);

/** One field: its value, and its control while it is edited. Files are changed in the list of files. */
export function FieldRow({ field, shown, references, save }: FieldRowProps) {
  const m = messages.use();
  const formField = useMemo(() => formFieldOf(field), [field]);
  const [isEdited, setEdited] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { schema, process } = shown;
  const value = memberOf(process, field.name);
  const isWide = !inline.has(formField.kind) && formField.kind !== 'file' && formField.kind !== 'boolean';
  const unitName = formField.schema['x-ui']?.unit;
  const mayChange = process.allowed?.updates.includes(field.name) ?? false;
  const close = () => {
    setEdited(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  const view = (
    <ValueView
      field={formField}
      value={value}
      unit={unitName === undefined ? undefined : memberOf(process, unitName)}
      references={references}
    />
  );
  return (
    <div className={`${styles.row} ${isWide ? styles.wide : ''} ${isEdited ? styles.edited : ''}`}>
      <dt>{formField.label}</dt>
      <dd>
        {!field.read ? (
          <HiddenValue subProjectId={schema.subProjectId} processId={process.id} field={field.name} />
        ) : isEdited ? (
          <FieldEditor
            subProjectId={schema.subProjectId}
            field={formField}
            value={value}
            references={references}
            save={save}
            onClose={close}
          />
        ) : mayChange ? (
          <button ref={button} type="button" className={styles.value} onClick={() => setEdited(true)}>
            {view}
            <span className="vh"> {m.edit({ label: formField.label })}</span>
          </button>
        ) : (
          view
        )}
      </dd>
    </div>
  );
}

interface EditorProps {
  readonly subProjectId: string;
  readonly field: FormField;
  readonly value: unknown;
  readonly references: References;
  readonly save: Save;
  onClose(): void;
}

function FieldEditor({ subProjectId, field, value, references, save, onClose }: EditorProps) {
  const m = messages.use();
  const users = usePeople(subProjectId, field.kind === 'user' || !inline.has(field.kind));
  const fields = useMemo(() => [field], [field]);
  // The value when the editing began is what a conflict compares with.
  const [before] = useState(value);
  const form = useForm(fields, { value: useMemo(() => ({ [field.name]: before }), [field, before]) });
  const submit = async () => {
    const entered = form.submit();
    if (entered === undefined) return;
    try {
      await save.save(field.name, entered[field.name] ?? null, before);
      onClose();
    } catch (error) {
      const others = isProblem(error)
        ? form.showErrors(error.problem.errors ?? [], '/updates')
        : [{ pointer: '', detail: '' }];
      const isShown = isProblem(error) && (error.problem.errors ?? []).length > others.length;
      if (!isShown) showFailure(error);
    }
  };
  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
      }}
      ref={(element) => {
        form.ref.current = element;
        if (element !== null && !element.contains(document.activeElement)) {
          element.querySelector<HTMLElement>('input, select, textarea')?.focus();
        }
      }}
    >
      <EditorControl field={field} form={form} references={{ ...references, users }} />
      <Button type="submit" size="small" look="primary" isBusy={save.isSaving}>
        {m.save}
      </Button>
      <IconButton size="small" icon={X} label={m.cancel} shortcut="Esc" onClick={onClose} />
    </form>
  );
}

function EditorControl({ field, form, references }: { field: FormField; form: Form; references: References }) {
  const id = useId();
  const isPlain = inline.has(field.kind) || field.kind === 'longText' || field.kind === 'json' || field.kind === 'file';
  if (!isPlain) return <FieldControl field={field} form={form} references={references} />;
  const error = form.errors[field.pointer];
  const ids = {
    id,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
    'aria-invalid': error === undefined ? undefined : (true as const),
    'aria-required': field.isRequired ? (true as const) : undefined,
  };
  return (
    <span className={styles.control}>
      <label className="vh" htmlFor={id}>
        {field.label}
      </label>
      <InputControl field={field} form={form} references={references} ids={ids} />
      {error !== undefined && (
        <span id={`${id}-error`} className="danger-t t12">
          {error}
        </span>
      )}
    </span>
  );
}
