import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.js';
import { FilterTools } from '../../list/page/tools.js';
import { Button } from '../../ui/button/button.js';
import { Select, TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import styles from '../audit.module.css';
import { messages } from '../messages/index.gen.js';
import { type AuditSearch, kinds, kindsOfInstallation } from '../model/search.js';
import type { LogViewProps } from './log-view.js';

/** More people than a list of choices can hold are found on the page of members. */
const MOST_PEOPLE = '200';

/** Which rows are shown. */
export function Filters({
  subProjectId,
  search,
  onSearch,
}: Pick<LogViewProps, 'subProjectId' | 'search' | 'onSearch'>) {
  const m = messages.use();
  const set = (name: keyof AuditSearch, value: string) => {
    const { [name]: _, ...others } = search;
    onSearch(value === '' ? others : { ...others, [name]: value });
  };
  const people = useQuery({
    ...read('getMembers', { subProjectId: subProjectId ?? '', perPageCount: MOST_PEOPLE }),
    enabled: subProjectId !== undefined,
    staleTime: 60_000,
  });
  const offered = subProjectId === undefined ? [...kinds, ...kindsOfInstallation] : kinds;
  const isFiltered = Object.keys(search).length > 0;
  return (
    <FilterTools label={m.filters}>
      <Field label={m.kind}>
        {(ids) => (
          <Select {...ids} value={search.kind ?? ''} onChange={({ target }) => set('kind', target.value)}>
            <option value="">{m.all}</option>
            {offered.map((kind) => (
              <option key={kind} value={kind}>
                {m.kindName({ kind })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {people.data !== undefined && (
        <Field label={m.who}>
          {(ids) => (
            <Select {...ids} value={search.by ?? ''} onChange={({ target }) => set('by', target.value)}>
              <option value="">{m.everybody}</option>
              {people.data.members.map(({ userId, name }) => (
                <option key={userId} value={userId}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label={m.from}>
        {(ids) => (
          <TextInput
            {...ids}
            type="date"
            value={search.from ?? ''}
            onChange={({ target }) => set('from', target.value)}
          />
        )}
      </Field>
      <Field label={m.to}>
        {(ids) => (
          <TextInput {...ids} type="date" value={search.to ?? ''} onChange={({ target }) => set('to', target.value)} />
        )}
      </Field>
      {isFiltered && (
        <Button look="quiet" onClick={() => onSearch({})}>
          {m.clearFilters}
        </Button>
      )}
      {search.trace !== undefined && <p className={styles.narrowed}>{m.onlyTrace}</p>}
      {search.process !== undefined && <p className={styles.narrowed}>{m.onlyProcess}</p>}
    </FilterTools>
  );
}
