import type { ListKey, Process } from '../model/schema.js';

/** Where a process may be moved on the board. */
export function targetsOf(process: Process, of: ListKey): readonly string[] {
  if (!(process.allowed?.updates ?? []).includes(of.updates ?? '')) return [];
  return of.kind === 'state'
    ? (process.allowed?.states ?? [])
    : of.values.filter((value) => value !== process.stageKey);
}
