import { useState } from 'react';
import { Select, Switch, TextArea, TextInput } from '../../ui/field/controls.js';
import { type ControlIds, Field } from '../../ui/field/field.js';
import type { Edits } from '../drawing/diagram-editor.js';
import type { DrawnElement } from '../drawing/moddle.js';
import { messages } from '../messages/index.gen.js';
import { readPlace, writePlace } from './place.js';
import styles from './properties.module.css';
import type { Property } from './sections.js';
import { readTimer, type TimerKind, timerKinds, writeTimer } from './timer.js';

export interface PropertyControlProps {
  readonly property: Property;
  readonly element: DrawnElement;
  readonly edits: Edits;
}

/** A property with its label. A change counts when the control is left, as one step that can be taken back. */
export function PropertyControl({ property, element, edits }: PropertyControlProps) {
  const m = messages.use();
  const { id, kind, place, choices = [], example } = property;
  const value = readPlace(element, place);
  const write = (next: string) => {
    if (next !== value) writePlace(edits, element, place, next);
  };
  if (kind === 'switch') {
    return (
      <Switch checked={value === 'true'} onChange={({ target }) => write(target.checked ? 'true' : '')}>
        {m.propertyLabel({ id })}
      </Switch>
    );
  }
  if (kind === 'timer') return <TimerControl property={property} element={element} edits={edits} />;
  const hint = m.propertyHint({ id });
  return (
    <Field label={m.propertyLabel({ id })} hint={hint === '' ? undefined : hint}>
      {(ids) =>
        kind === 'choice' ? (
          <Select {...ids} value={value} onChange={({ target }) => write(target.value)}>
            {[...new Set([...choices, value])].map((choice) => (
              <option key={choice} value={choice}>
                {m.choiceLabel({ choice: choice === '' ? `${id}Default` : choice })}
              </option>
            ))}
          </Select>
        ) : (
          <TextControl ids={ids} kind={kind} value={value} example={example} onCommit={write} />
        )
      }
    </Field>
  );
}

interface TextControlProps {
  readonly ids?: ControlIds;
  readonly label?: string;
  readonly kind: 'text' | 'expression' | 'lines';
  readonly value: string;
  readonly example?: string;
  onCommit(value: string): void;
}

/** A text that counts when it is left, or by Enter; Esc takes back what was typed. */
export function TextControl({ ids, label, kind, value, example, onCommit }: TextControlProps) {
  // What is typed, and what stood there when it was begun: a change from elsewhere counts more.
  const [typed, setTyped] = useState<{ readonly from: string; readonly text: string }>();
  const text = typed?.from === value ? typed.text : value;
  const commit = () => {
    if (text.trim() !== value) onCommit(text.trim());
    setTyped(undefined);
  };
  const common = {
    ...ids,
    'aria-label': label,
    value: text,
    placeholder: example,
    spellCheck: kind === 'lines',
    onBlur: commit,
  };
  if (kind === 'text') {
    return (
      <TextInput
        {...common}
        onChange={({ target }) => setTyped({ from: value, text: target.value })}
        onKeyDown={({ key }) => {
          if (key === 'Enter') commit();
          if (key === 'Escape') setTyped(undefined);
        }}
      />
    );
  }
  return (
    <TextArea
      {...common}
      rows={1}
      className={kind === 'expression' ? `${styles.expression} mono` : styles.lines}
      onChange={({ target }) => setTyped({ from: value, text: target.value })}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(undefined);
        if (event.key !== 'Enter' || event.shiftKey) return;
        event.preventDefault();
        commit();
      }}
    />
  );
}

/** When a timer is due: what kind of time it is, and the time. */
function TimerControl({ property, element, edits }: PropertyControlProps) {
  const m = messages.use();
  const timer = readTimer(element);
  const [kind, setKind] = useState<TimerKind>(timer.kind);
  return (
    <>
      <Field label={m.timerKind}>
        {(ids) => (
          <Select
            {...ids}
            value={kind}
            onChange={({ target }) => {
              const next = timerKinds.find((each) => each === target.value) ?? kind;
              setKind(next);
              if (timer.value !== '') writeTimer(edits, element, { kind: next, value: timer.value });
            }}
          >
            {timerKinds.map((each) => (
              <option key={each} value={each}>
                {m.choiceLabel({ choice: each })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={m.propertyLabel({ id: property.id })} hint={m.timerHint({ kind })}>
        {(ids) => (
          <TextControl
            ids={ids}
            kind="expression"
            value={timer.value}
            onCommit={(value) => writeTimer(edits, element, { kind, value })}
          />
        )}
      </Field>
    </>
  );
}
