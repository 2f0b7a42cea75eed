import { useEffect, useState } from 'react';
import { useMe } from '../../session/session.js';
import { Select, TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { messages } from '../messages/index.gen.js';
import type { InboxSearch } from '../search/inbox-search.js';
import type { InboxTask } from '../tasks/inbox-query.js';
import styles from './list.module.css';

export interface FiltersProps {
  readonly search: InboxSearch;
  readonly items: readonly InboxTask[];
  onChange(change: Partial<Record<keyof InboxSearch, string | undefined>>): void;
}

const TYPING_MS = 250;

/** What is listed, and in which order. */
export function Filters({ search, items, onChange }: FiltersProps) {
  const m = messages.use();
  const { subProjects } = useMe();
  const workflows = new Map(items.map(({ workflow }) => [workflow.id, workflow.name]));
  if (search.workflow !== undefined && !workflows.has(search.workflow)) workflows.set(search.workflow, m.workflow);
  const choice = (
    name: keyof InboxSearch,
    label: string,
    none: string,
    options: readonly (readonly [string, string])[],
  ) => (
    <Field label={label}>
      {(ids) => (
        <Select
          {...ids}
          value={search[name] ?? ''}
          onChange={({ target }) => onChange({ [name]: target.value === '' ? undefined : target.value })}
        >
          <option value="">{none}</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
  return (
    <div className={styles.filters}>
      <TextFilter value={search.text ?? ''} onChange={(text) => onChange({ text: text === '' ? undefined : text })} />
      {choice(
        'project',
        m.project,
        m.all,
        subProjects.map(({ id, name }) => [id, name] as const),
      )}
      {choice('workflow', m.workflow, m.all, [...workflows])}
      {choice('due', m.due, m.noAnyDate, [
        ['overdue', m.groupOverdue],
        ['today', m.today],
        ['week', m.week],
      ])}
      {choice('priority', m.priority, m.all, [
        ['high', m.high],
        ['low', m.low],
      ])}
      {choice('sort', m.sort, m.soonestFirst, [
        ['priority', m.priority],
        ['created', m.oldestFirst],
        ['-created', m.newestFirst],
      ])}
    </div>
  );
}

function TextFilter({ value, onChange }: { value: string; onChange(value: string): void }) {
  const m = messages.use();
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <Field label={m.search}>
      {(ids) => <TextInput {...ids} type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />}
    </Field>
  );
}
