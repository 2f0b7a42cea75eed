import type { Effect, TaskAttributes } from '@millrace/engine';
import { newId } from '../../kernel/identifiers.js';
import type { NewTask } from '../records/write-tasks.js';

type OpenTask = Extract<Effect, { type: 'openTask' }>;

/** The row of a task that the engine opened. */
export const taskOf = (effect: OpenTask, now: Date): NewTask => ({
  id: newId(),
  elementId: effect.elementId,
  elementKey: effect.key,
  name: storable(effect.name ?? effect.elementId),
  state: 'OPEN',
  assignee: storable(effect.assignee),
  candidateGroups: (effect.candidateGroups ?? []).map((text) => storable(text)),
  candidateUsers: (effect.candidateUsers ?? []).map((text) => storable(text)),
  dueTs: dateOf(effect.dueDate),
  followUpTs: dateOf(effect.followUpDate),
  priority: effect.priority,
  form: formOf(effect),
  approval: effect.approval ?? null,
  approved: null,
  createdTs: now,
  completedTs: null,
  completedBy: null,
  onBehalfOf: null,
});

/** Attributes as the database can hold them. Listeners give any text; the engine has checked dates and the priority. */
export function storableAttributes(change: TaskAttributes): TaskAttributes {
  const { assignee, candidateGroups, candidateUsers } = change;
  return {
    ...change,
    ...(typeof assignee === 'string' ? { assignee: storable(assignee) } : {}),
    ...(candidateGroups === undefined ? {} : { candidateGroups: candidateGroups.map((text) => storable(text)) }),
    ...(candidateUsers === undefined ? {} : { candidateUsers: candidateUsers.map((text) => storable(text)) }),
  };
}

/** The task with what a listener corrected. */
export function corrected(task: NewTask, { dueDate, followUpDate, ...change }: TaskAttributes): NewTask {
  return {
    ...task,
    ...change,
    ...(dueDate === undefined ? {} : { dueTs: dateOf(dueDate ?? undefined) }),
    ...(followUpDate === undefined ? {} : { followUpTs: dateOf(followUpDate ?? undefined) }),
  };
}

export function storable(text: string): string;
export function storable(text: string | undefined): string | null;
/** The text without NUL and halves of surrogate pairs: an expression can make them, and a text column cannot hold them. */
export function storable(text: string | undefined): string | null {
  return text === undefined ? null : text.replace(/\0|\p{Surrogate}/gu, '');
}

/** The engine has checked that it is a date-time. A date without a time is midnight in UTC. */
function dateOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const date = new Date(text.replace(/\[.*\]$/, ''));
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The embedded form, or the reference to a form of another system. */
function formOf(effect: OpenTask): object | null {
  if (typeof effect.form === 'object' && effect.form !== null) return effect.form;
  const { formKey, formId, externalReference } = effect;
  if (formKey === undefined && formId === undefined && externalReference === undefined) return null;
  return {
    ...(formKey === undefined ? {} : { formKey }),
    ...(formId === undefined ? {} : { formId }),
    ...(externalReference === undefined ? {} : { externalReference }),
  };
}
