import { isDeepStrictEqual } from 'node:util';
import type { PreviewEffect } from '@millrace/contract';
import type { NameSet } from '../../access/role.js';
import type { NewJob } from '../../jobs/records/job.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import type { NewTask } from '../records/write-tasks.js';
import type { RunChanges } from '../run/run-changes.js';

/** More are left out. */
const MOST_EFFECTS = 200;

/** What a decision would do, as {@link describeEffects} takes it. */
export interface PreviewedSteps {
  readonly changes: RunChanges;
  readonly status: string;
  /** The process before and after the steps. */
  readonly before: ProcessRow;
  readonly after: ProcessRow;
  /** The fields that the reader sees. */
  readonly visible: NameSet;
  /** The name of an element; undefined for one without. */
  readonly nameOf: (elementId: string) => string | undefined;
}

/** The effects in the order in which people ask for them, and how many changes of fields the reader does not see. */
export function describeEffects(steps: PreviewedSteps): {
  readonly effects: PreviewEffect[];
  readonly hidden: number;
} {
  const { changes, status, nameOf } = steps;
  const { shown, hidden } = processEffects(steps);
  const at = (elementId: string) => `"${nameOf(elementId) ?? elementId}"`;
  const effects: PreviewEffect[] = [
    ...shown,
    ...[...changes.tasks.values()].filter(({ state }) => state === 'OPEN').map(taskEffect),
    ...[...changes.jobs.values(), ...changes.otherJobs].map((job) => ({
      ...named(nameOf(job.elementId)),
      ...jobEffect(job, at),
    })),
    ...changes.published.map(({ name, elementId }) => ({
      kind: 'event' as const,
      text: `The event "${name}" is published.`,
      elementId,
      name,
    })),
    ...changes.signals.map(({ name }) => ({ kind: 'event' as const, text: `The signal "${name}" is thrown.`, name })),
    ...[...changes.subscriptions.values()].map(({ kind, name, elementId }) => ({
      kind: 'wait' as const,
      text: `The run waits at ${at(elementId)} for ${name === null ? `a ${kind}` : `the ${kind} "${name}"`}.`,
      elementId,
      ...(name === null ? {} : { name }),
    })),
    ...[...changes.incidents.values()]
      .filter(({ resolvedTs }) => resolvedTs === null)
      .map(({ elementId, message }) => ({
        kind: 'incident' as const,
        text: `The run stops at ${at(elementId)}: ${message}`,
        elementId,
      })),
  ];
  if (status === 'COMPLETED' || status === 'REJECTED' || status === 'CANCELLED') {
    effects.push({ kind: 'end', text: `The run ends: ${status}.` });
  }
  return { effects: effects.slice(0, MOST_EFFECTS), hidden };
}

function processEffects({ before, after, visible }: PreviewedSteps): { shown: PreviewEffect[]; hidden: number } {
  const shown: PreviewEffect[] = [];
  const members = [
    ['state', 'state'],
    ['priority', 'priority'],
    ['stageKey', 'stage'],
  ] as const;
  for (const [member, word] of members) {
    if (before[member] === after[member]) continue;
    shown.push({ kind: 'process', text: `The ${word} becomes ${after[member]}.`, member, to: after[member] });
  }
  const names = new Set([...Object.keys(before.fields), ...Object.keys(after.fields)]);
  const changed = [...names].filter((name) => !isDeepStrictEqual(before.fields[name], after.fields[name]));
  for (const name of changed.filter((one) => visible.has(one))) {
    const to = after.fields[name] ?? null;
    const text = to === null ? `The field "${name}" is cleared.` : `The field "${name}" becomes ${wordsOf(to)}.`;
    shown.push({ kind: 'process', text, member: `fields.${name}`, to });
  }
  return { shown, hidden: changed.filter((name) => !visible.has(name)).length };
}

const wordsOf = (value: unknown): string => {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? '');
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
};

function taskEffect({ name, elementId, assignee, candidateGroups, candidateUsers }: NewTask): PreviewEffect {
  const candidates = [...candidateGroups, ...candidateUsers];
  const whom = assignee ?? (candidates.length === 0 ? 'everybody who may call the workflow' : candidates.join(', '));
  return {
    kind: 'task',
    text: `The task "${name}" opens for ${whom}.`,
    elementId,
    name,
    candidates,
    ...(assignee === null ? {} : { assignee }),
  };
}

/** What the server itself does, by type of job; every other type is for workers. */
const served: Readonly<Record<string, string>> = { http: 'The server calls a web service', email: 'An e-mail is sent' };

/** Where the effect has no name of its own, that of its element. */
const named = (name: string | undefined) => (name === undefined ? {} : { name });

function jobEffect(job: NewJob, at: (elementId: string) => string): PreviewEffect {
  const { kind, type, elementId, lane, dueTs } = job;
  switch (kind) {
    case 'timer':
      return {
        kind: 'timer',
        text: `A timer at ${at(elementId)} fires at ${dueTs.toISOString()}.`,
        elementId,
        dueTs: dueTs.toISOString(),
      };
    case 'message': {
      const { name } = job.payload as { readonly name: string };
      return { kind: 'message', text: `The message "${name}" is sent.`, elementId, name };
    }
    case 'job': {
      const what =
        lane === 'handler' ? (served[type] ?? 'The server works') : `A worker gets a job of the type "${type}"`;
      return { kind: 'job', text: `${what} at ${at(elementId)}.`, elementId, jobType: type };
    }
    default:
      return { kind: 'later', text: 'The run goes on in the background.' };
  }
}
