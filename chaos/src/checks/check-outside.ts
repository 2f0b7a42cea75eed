import type { WorkerNote } from '../load/recorder.js';
import type { Findings } from '../support/findings.js';
import type { CheckContext, FinalRun } from './check-context.js';

export interface OutsideToCheck extends CheckContext {
  readonly runs: readonly FinalRun[];
}

/** Checks what http targets and workers saw: a job may repeat, always with the same idempotency key, and counts once. */
export function checkOutside({ recorder, runs, findings }: OutsideToCheck): void {
  const work = runs.filter(({ kind, state }) => kind === 'work' && state === 'COMPLETED');
  const keys = new Map<string, Set<string>>();
  for (const { mark, idempotencyKey } of recorder.calls) {
    keys.set(mark, (keys.get(mark) ?? new Set()).add(idempotencyKey));
  }
  for (const [mark, used] of keys) {
    if (used.size > 1) findings.add('an http job keeps its idempotency key', `${mark}: ${[...used].join(' ')}`);
  }
  if (new Set([...keys.values()].flatMap((used) => [...used])).size !== keys.size) {
    findings.add('an idempotency key belongs to one job', 'two http jobs used the same');
  }
  for (const { mark } of work) if (!keys.has(mark)) findings.add('an http job is done before its run goes on', mark);
  const jobs = new Map<string, WorkerNote[]>();
  for (const note of recorder.notes) {
    if (note.event === 'unexpected') findings.add('workers get no unexpected answer', note.mark);
    else jobs.set(note.key, [...(jobs.get(note.key) ?? []), note]);
  }
  for (const [key, notes] of jobs) checkJob(key, notes, findings);
  const doneOf = new Map(
    recorder.notes.filter(({ event }) => event === 'completed').map(({ mark, token }) => [mark, token]),
  );
  for (const { mark, variables, id } of work) {
    const done = doneOf.get(mark);
    if (done !== undefined && variables.doneBy !== done) {
      findings.add('the result is that of the report that counted', `${id}: ${String(variables.doneBy)}, not ${done}`);
    }
  }
}

function checkJob(key: string, notes: readonly WorkerNote[], findings: Findings): void {
  if (new Set(notes.map(({ idempotencyKey }) => idempotencyKey)).size > 1) {
    findings.add('an external job keeps its idempotency key', key);
  }
  const activations = notes.filter(({ event }) => event === 'activated').map(({ token }) => token);
  if (new Set(activations).size !== activations.length) {
    findings.add('a lease belongs to one worker', `${key}: tokens ${activations.join(' ')}`);
  }
  const ends = notes.filter(({ event }) => event === 'completed' || event === 'threw');
  if (ends.length > 1) findings.add('an external job ends once', `${key}: ${ends.map(({ token }) => token).join(' ')}`);
}
