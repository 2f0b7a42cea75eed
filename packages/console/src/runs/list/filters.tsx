import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api/queries.js';
import type { FlowModel } from '../../diagram/flow-model.js';
import { FilterTools } from '../../list/page/tools.js';
import { Button } from '../../ui/button/button.js';
import { Select, TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { messages as uiMessages } from '../../ui/messages/index.gen.js';
import { DiagramView } from '../diagram/diagram-view.js';
import { messages } from '../messages/index.gen.js';
import { elementName } from '../model/element-words.js';
import { type ListSearch, runStates } from '../model/search.js';
import { FieldFilter } from './field-filter.js';
import styles from './list.module.css';

export interface FiltersProps {
  readonly subProjectId: string;
  readonly search: ListSearch;
  readonly workflows: ReadonlyMap<string, string>;
  onChange(search: ListSearch): void;
}

/** Which runs are listed. Version and element are those of the chosen workflow. */
export function Filters({ subProjectId, search, workflows, onChange }: FiltersProps) {
  const m = messages.use();
  const ui = uiMessages.use();
  const [model, setModel] = useState<FlowModel>();
  const [isDrawn, setDrawn] = useState(false);
  const set = (name: keyof ListSearch, value: string) => {
    const ofWorkflow = name === 'workflow' ? { version: undefined, element: undefined } : {};
    onChange({ ...search, ...ofWorkflow, [name]: value === '' ? undefined : value });
  };
  const choice = (
    name: keyof ListSearch,
    label: string,
    options: readonly (readonly [value: string, text: string])[],
  ) => (
    <Field label={label}>
      {(ids) => (
        <Select {...ids} value={search[name] ?? ''} onChange={({ target }) => set(name, target.value)}>
          <option value="">{m.all}</option>
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
    <FilterTools label={m.filters}>
      {choice(
        'state',
        m.state,
        runStates.map((state) => [state, ui.runState({ state })] as const),
      )}
      {choice('incident', m.openIncident, [
        ['yes', m.withIncident],
        ['no', m.withoutIncident],
      ])}
      {choice('workflow', m.workflow, [...workflows])}
      {search.workflow !== undefined && (
        <>
          <VersionField
            key={search.version ?? ''}
            value={search.version ?? ''}
            onChange={(value) => set('version', value)}
          />
          <Button aria-expanded={isDrawn} onClick={() => setDrawn(!isDrawn)}>
            {search.element === undefined
              ? m.atElement
              : m.atElementNamed({ name: elementName(model, m, search.element) })}
          </Button>
        </>
      )}
      <FieldFilter subProjectId={subProjectId} search={search} onChange={onChange} />
      {Object.keys(search).length > 0 && (
        <Button look="quiet" onClick={() => onChange({})}>
          {m.clearFilters}
        </Button>
      )}
      {isDrawn && search.workflow !== undefined && (
        <ElementChoice
          subProjectId={subProjectId}
          workflowId={search.workflow}
          selected={search.element}
          onSelect={(id) => set('element', id ?? '')}
          onModel={setModel}
        />
      )}
    </FilterTools>
  );
}

function VersionField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const m = messages.use();
  const [typed, setTyped] = useState(value);
  const isFault = typed !== '' && !/^[1-9]\d{0,8}$/.test(typed);
  const send = () => {
    if (!isFault && typed !== value) onChange(typed);
  };
  return (
    <Field label={m.version} {...(isFault ? { error: m.versionFault } : {})}>
      {(ids) => (
        <TextInput
          {...ids}
          inputMode="numeric"
          size={6}
          value={typed}
          onChange={({ target }) => setTyped(target.value.trim())}
          onBlur={send}
          onKeyDown={({ key }) => key === 'Enter' && send()}
        />
      )}
    </Field>
  );
}

interface ElementChoiceProps {
  readonly subProjectId: string;
  readonly workflowId: string;
  readonly selected: string | undefined;
  onSelect(id: string | undefined): void;
  onModel(model: FlowModel): void;
}

const nothing: ReadonlySet<string> = new Set();
const none: ReadonlyMap<string, number> = new Map();

/** The diagram of the workflow: an element that is pressed lists the runs with a token there. */
function ElementChoice({ subProjectId, workflowId, selected, onSelect, onModel }: ElementChoiceProps) {
  const m = messages.use();
  const [model, setModel] = useState<FlowModel>();
  const { data } = useQuery({ ...read('getWorkflowDiagram', { subProjectId, workflowId }), staleTime: 60_000 });
  if (data === undefined) return null;
  const elements = [...(model?.elements.keys() ?? [])];
  return (
    <div className={styles.element}>
      <div className={styles.diagram}>
        <DiagramView
          bpmn={data.bpmn}
          marks={{ taken: nothing, tokens: none, incidents: none, selected }}
          onSelect={(id) => onSelect(id !== undefined && elements.includes(id) ? id : undefined)}
          onModel={(read) => {
            setModel(read);
            onModel(read);
          }}
        />
      </div>
      <Field label={m.element}>
        {(ids) => (
          <Select {...ids} value={selected ?? ''} onChange={({ target }) => onSelect(target.value || undefined)}>
            <option value="">{m.all}</option>
            {elements.map((id) => (
              <option key={id} value={id}>
                {elementName(model, m, id)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
