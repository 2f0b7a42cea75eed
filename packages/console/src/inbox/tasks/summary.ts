import { fieldOf } from '../../form/schema/form-field.js';
import type { InboxTask } from './inbox-query.js';
import type { SubProjectSchema } from './schemas.js';

type Fields = Readonly<Record<string, unknown>>;

/** A figure that a process is about, with the value of the field that has its unit. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string | undefined;
  readonly isAmount: boolean;
}

/** The figure among fields: what the document calls an amount first, else the first number of the summary. */
export function figureOf(schema: SubProjectSchema | undefined, fields: Fields): Figure | undefined {
  const found = (schema?.fields ?? [])
    .flatMap(({ name, schema: each }) => {
      const value = fields[name];
      const { 'x-ui': hints } = fieldOf(name, each).schema;
      return typeof value === 'number' ? [{ name, value, hints }] : [];
    })
    .toSorted((a, b) => rank(a.hints) - rank(b.hints));
  const [first] = found;
  if (first === undefined) return undefined;
  const { name, value, hints } = first;
  const unit = hints?.unit === undefined ? undefined : fields[hints.unit];
  const isAmount = hints?.widget === 'amount';
  if (!isAmount && hints?.summary === undefined) return undefined;
  return { name, value, unit: typeof unit === 'string' ? unit : undefined, isAmount };
}

const rank = (hints: { widget?: string; summary?: number } | undefined): number =>
  (hints?.widget === 'amount' ? 0 : 100) + (hints?.summary ?? 50);

/** A further text of the summary, shown where there is no figure. */
export function furtherText({ process }: InboxTask): string | undefined {
  const texts = Object.values(process?.fields ?? {}).filter((value) => typeof value === 'string');
  return texts.find((value) => value !== process?.title) as string | undefined;
}

/** What a task is about: the name of its process, or the task's own where that is not to be seen. */
export const titleOf = ({ process, task }: Pick<InboxTask, 'process' | 'task'>): string => process?.title ?? task.name;

/** 1 low, 3 high, 4 urgent; undefined: nothing to mention. The task's own priority counts before the process's. */
export function rankOf(task: { readonly priority: number }): 1 | 3 | 4 | undefined {
  if (task.priority >= 90) return 4;
  if (task.priority > 50) return 3;
  return task.priority < 50 ? 1 : undefined;
}
