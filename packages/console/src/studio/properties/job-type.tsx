import { useState } from 'react';
import { Select } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import type { Edits } from '../drawing/diagram-editor.js';
import type { DrawnElement } from '../drawing/moddle.js';
import { messages } from '../messages/index.gen.js';
import { TextControl } from './control.js';
import { readPlace, writePlace } from './place.js';
import { jobType, jobTypes } from './sections.js';

const OWN = 'own';
/** Names of messages have no dots. */
const wordOf = (type: string) => type.replaceAll('.', '_');

/** What carries out a task: the server by one of its job types, or an own worker by a name. */
export function JobTypeControl({ element, edits }: { element: DrawnElement; edits: Edits }) {
  const m = messages.use();
  const value = readPlace(element, jobType);
  const [isOwn, setOwn] = useState(false);
  const chosen = jobTypes[value] !== undefined ? value : value !== '' || isOwn ? OWN : '';
  const choose = (next: string) => {
    setOwn(next === OWN);
    const type = next === OWN ? '' : next;
    if (type !== value) writePlace(edits, element, jobType, type);
  };
  return (
    <>
      <Field label={m.propertyLabel({ id: 'jobType' })} hint={m.jobTypeHint({ type: wordOf(chosen) })}>
        {(ids) => (
          <Select {...ids} value={chosen} onChange={({ target }) => choose(target.value)}>
            {['', ...Object.keys(jobTypes), OWN].map((type) => (
              <option key={type} value={type}>
                {m.jobTypeName({ type: wordOf(type) })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {chosen === OWN && (
        <Field label={m.workerType} hint={m.workerTypeHint}>
          {(ids) => (
            <TextControl
              ids={ids}
              kind="expression"
              value={value}
              example="ocr-scan"
              onCommit={(type) => writePlace(edits, element, jobType, type)}
            />
          )}
        </Field>
      )}
    </>
  );
}
