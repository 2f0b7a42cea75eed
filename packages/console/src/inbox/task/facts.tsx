import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { read } from '../../api/queries.js';
import { type FormField, fieldOf } from '../../form/schema/form-field.js';
import { ValueView } from '../../form/value-view.js';
import { useMay } from '../../session/can.js';
import { Facts as FactList } from '../../ui/table/facts.js';
import type { SubProjectSchema } from '../tasks/schemas.js';
import type { Figure } from '../tasks/summary.js';
import type { TaskDetail } from '../tasks/task-query.js';
import styles from './task.module.css';

interface FactsProps {
  readonly detail: TaskDetail;
  readonly schema: SubProjectSchema | undefined;
  readonly figure: Figure | undefined;
}

/** What is known about the process: its fields in the order of the document, without those that the head says. */
export function Facts({ detail, schema, figure }: FactsProps) {
  const values: Readonly<Record<string, unknown>> = { ...detail.process?.fields };
  const fields = useMemo(() => (schema?.fields ?? []).map(({ name, schema: each }) => fieldOf(name, each)), [schema]);
  const unit = fields.find(({ name }) => name === figure?.name)?.schema['x-ui']?.unit;
  const unnamed = fields.some(({ name, kind }) => kind === 'user' && detail.names[String(values[name])] === undefined);
  const names = { ...useUserNames(detail.subProject.id, unnamed), ...detail.names };
  const references = {
    users: Object.entries(names).map(([id, name]) => ({ id, name })),
    files: detail.files.map(({ id, fileName }) => ({ id, name: fileName })),
  };
  const shown = fields.filter(({ name, kind }) => {
    const value = values[name];
    if (value === undefined || value === null || value === '') return false;
    // An id says nothing to a person.
    if (kind === 'user' && names[String(value)] === undefined) return false;
    return name !== figure?.name && name !== unit && value !== detail.title && kind !== 'file' && kind !== 'files';
  });
  const factOf = (field: FormField): readonly [string, ReactNode] => {
    const of = field.schema['x-ui']?.unit;
    const unitValue = of === undefined ? undefined : values[of];
    return [
      field.label,
      <ValueView key={field.name} field={field} value={values[field.name]} unit={unitValue} references={references} />,
    ];
  };
  if (shown.length === 0) return null;
  return (
    <section className={styles.facts}>
      <FactList items={shown.toSorted((a, b) => orderOf(a.schema) - orderOf(b.schema)).map(factOf)} />
    </section>
  );
}

const FRESH_MS = 5 * 60_000;

/** Names of the people of a sub-project, for those who may list them. */
function useUserNames(subProjectId: string, isOn: boolean): Readonly<Record<string, string>> {
  const mayList = useMay({ grant: 'user.read', subProjectId });
  const { data } = useQuery({
    ...read('getUsersForProcess', { subProjectId, perPageCount: '1000' }),
    enabled: isOn && mayList,
    staleTime: FRESH_MS,
  });
  return useMemo(() => Object.fromEntries((data?.users ?? []).map(({ id, name }) => [id, name])), [data]);
}

const orderOf = (schema: { 'x-ui'?: { order?: number } }): number => schema['x-ui']?.order ?? Number.MAX_SAFE_INTEGER;
