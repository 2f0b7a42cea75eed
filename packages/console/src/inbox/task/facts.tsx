import { type ReactNode, useMemo } from 'react';
import { type FormField, fieldOf } from '../../form/schema/form-field.js';
import { ValueView } from '../../form/value-view.js';
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
  const references = {
    names: detail.names,
    files: detail.files.map(({ id, fileName }) => ({ id, name: fileName })),
  };
  const shown = fields.filter(({ name, kind }) => {
    const value = values[name];
    if (value === undefined || value === null || value === '') return false;
    // An id says nothing to a person.
    if (kind === 'user' && detail.names[String(value)] === undefined) return false;
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

const orderOf = (schema: { 'x-ui'?: { order?: number } }): number => schema['x-ui']?.order ?? Number.MAX_SAFE_INTEGER;
