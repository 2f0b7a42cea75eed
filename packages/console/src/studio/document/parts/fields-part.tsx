import { Plus } from 'lucide-react';
import { labelOf } from '../../../form/schema/label.js';
import { Button } from '../../../ui/button/button.js';
import { Note } from '../../../ui/feedback/note.js';
import { Select, Switch } from '../../../ui/field/controls.js';
import { Field } from '../../../ui/field/field.js';
import styles from '../document.module.css';
import { messages } from '../messages/index.gen.js';
import { Entry, Faults } from './entry.js';
import { fieldKinds, kindOf, setKind } from './field-kind.js';
import { Line } from './line.js';
import { freeName, listOf, mapOf, type PartProps, type Plain, textOf, typedList } from './part.js';

/** The fields of a process. */
export function FieldsPart({ value, change, faultsAt }: PartProps) {
  const m = messages.use();
  const fields = Object.entries(mapOf(value.fields));
  const names = fields.map(([name]) => name);
  return (
    <>
      <ul className={styles.entries}>
        {fields.map(([name, given], index) => {
          const schema = mapOf(given);
          const kind = kindOf(schema);
          const required = schema.required === true ? ` · ${m.required}` : '';
          return (
            <Entry
              // The place: a field that gets another name stays open.
              // biome-ignore lint/suspicious/noArrayIndexKey: the same
              key={index}
              name={labelOf(name, { title: textOf(schema.title) })}
              detail={`${m.kind({ kind: kind ?? 'own' })}${required}`}
              faults={faultsAt('fields', name)}
              isFirst={index === 0}
              isLast={index === fields.length - 1}
              onMove={(by) => change((editor) => editor.move(['fields', name], by))}
              onRemove={() => change((editor) => editor.remove(['fields', name]))}
            >
              <FieldForm name={name} schema={schema} taken={names} change={change} />
            </Entry>
          );
        })}
      </ul>
      {fields.length === 0 && <Faults of={faultsAt('fields')} />}
      <div>
        <Button
          icon={Plus}
          onClick={() => change((editor) => editor.set(['fields', freeName('field', names)], { type: 'string' }))}
        >
          {m.addField}
        </Button>
      </div>
    </>
  );
}

interface FieldFormProps extends Pick<PartProps, 'change'> {
  readonly name: string;
  readonly schema: Plain;
  /** Names of all fields. */
  readonly taken: readonly string[];
}

function FieldForm({ name, schema, taken, change }: FieldFormProps) {
  const m = messages.use();
  const at = ['fields', name];
  const kind = kindOf(schema);
  const hints = mapOf(schema['x-ui']);
  const set = (path: readonly string[], next: unknown) => change((editor) => editor.set([...at, ...path], next));
  const setText = (path: readonly string[]) => (text: string) => set(path, text === '' ? undefined : text);
  const setNumber = (path: readonly string[]) => (text: string) => {
    const number = Number(text.replace(',', '.'));
    if (text === '' || !Number.isNaN(number)) set(path, text === '' ? undefined : number);
  };
  return (
    <>
      <Line label={m.label} hint={m.labelHint} value={textOf(schema.title)} onCommit={setText(['title'])} />
      <Line
        label={m.key}
        hint={m.keyHint}
        value={name}
        onCommit={(next) => {
          if (next !== '' && !taken.includes(next)) change((editor) => editor.rename(at, next));
        }}
      />
      {kind === undefined ? (
        <Note>{m.ownSchema}</Note>
      ) : (
        <Field label={m.type}>
          {(ids) => (
            <Select
              {...ids}
              value={kind}
              onChange={({ target }) => {
                const next = fieldKinds.find((each) => each === target.value);
                if (next !== undefined) change((editor) => setKind(editor, at, schema, next));
              }}
            >
              {fieldKinds.map((each) => (
                <option key={each} value={each}>
                  {m.kind({ kind: each })}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {kind === 'choice' && (
        <Line
          label={m.choices}
          hint={m.choicesHint}
          value={listOf(schema.enum).map(textOf).join(', ')}
          onCommit={(text) => {
            if (typedList(text).length > 0) set(['enum'], typedList(text));
          }}
        />
      )}
      {(kind === 'number' || kind === 'integer') && (
        <div className={styles.pair}>
          <Line label={m.minimum} value={textOf(schema.minimum)} onCommit={setNumber(['minimum'])} />
          <Line label={m.maximum} value={textOf(schema.maximum)} onCommit={setNumber(['maximum'])} />
        </div>
      )}
      {(kind === 'text' || kind === 'longText') && (
        <Line label={m.maxLength} value={textOf(schema.maxLength)} onCommit={setNumber(['maxLength'])} />
      )}
      <Line label={m.description} value={textOf(schema.description)} isLong onCommit={setText(['description'])} />
      <Line label={m.group} hint={m.groupHint} value={textOf(hints.group)} onCommit={setText(['x-ui', 'group'])} />
      <Line
        label={m.summary}
        hint={m.summaryHint}
        value={textOf(hints.summary)}
        onCommit={setNumber(['x-ui', 'summary'])}
      />
      <div className={styles.switches}>
        <Switch
          checked={schema.required === true}
          onChange={({ target }) => set(['required'], target.checked || undefined)}
        >
          {m.mustHave}
        </Switch>
        <Switch
          checked={schema['x-indexed'] === true}
          onChange={({ target }) => set(['x-indexed'], target.checked || undefined)}
        >
          {m.indexed}
        </Switch>
        {(kind === 'text' || kind === 'longText') && (
          <Switch
            checked={schema['x-searchable'] === true}
            onChange={({ target }) => set(['x-searchable'], target.checked || undefined)}
          >
            {m.searchable}
          </Switch>
        )}
      </div>
    </>
  );
}
