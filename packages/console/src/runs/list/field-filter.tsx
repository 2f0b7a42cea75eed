import { useState } from 'react';
import { Select, TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { messages } from '../messages/index.gen.js';
import type { ListSearch } from '../model/search.js';
import { conditionOf, useFilterFields } from '../model/use-matching-processes.js';

export interface FieldFilterProps {
  readonly subProjectId: string;
  readonly search: ListSearch;
  onChange(search: ListSearch): void;
}

/** Which processes the runs are on: a field of theirs, and what it contains or is. */
export function FieldFilter({ subProjectId, search, onChange }: FieldFilterProps) {
  const m = messages.use();
  const { fields } = useFilterFields(subProjectId);
  const { field: _field, value: _value, ...others } = search;
  const [name, setName] = useState(search.field ?? '');
  const [typed, setTyped] = useState(search.value ?? '');
  const [isTold, setTold] = useState(false);
  // Of the address: all filters may be cleared elsewhere.
  const [shown, setShown] = useState(search.field);
  if (shown !== search.field) {
    setShown(search.field);
    if (search.field === undefined) {
      setName('');
      setTyped('');
    }
  }
  const field = fields.find((one) => one.name === name);
  if (fields.length === 0) return null;
  const isFault = field !== undefined && typed !== '' && conditionOf(field, typed) === undefined;
  const send = (value: string) => {
    setTold(true);
    if (field === undefined || (value !== '' && conditionOf(field, value) === undefined)) return;
    if (value === (search.value ?? '') && name === search.field) return;
    onChange(value === '' ? others : { ...others, field: name, value });
  };
  return (
    <>
      <Field label={m.processField}>
        {(ids) => (
          <Select
            {...ids}
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              setTyped('');
              setTold(false);
              // Another field counts as soon as there is a value for it.
              if (target.value === '' && search.field !== undefined) onChange(others);
            }}
          >
            <option value="">{m.all}</option>
            {fields.map((one) => (
              <option key={one.name} value={one.name}>
                {one.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {field?.type === 'boolean' && (
        <Field label={m.is}>
          {(ids) => (
            <Select
              {...ids}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                send(target.value);
              }}
            >
              <option value="">{m.all}</option>
              <option value="true">{m.yes}</option>
              <option value="false">{m.no}</option>
            </Select>
          )}
        </Field>
      )}
      {field !== undefined && field.type !== 'boolean' && (
        <Field
          label={field.type === 'text' ? m.contains : m.is}
          {...(isFault && isTold ? { error: m.numberFault } : {})}
        >
          {(ids) => (
            <TextInput
              {...ids}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              onBlur={() => send(typed)}
              onKeyDown={({ key }) => key === 'Enter' && send(typed)}
            />
          )}
        </Field>
      )}
    </>
  );
}
