import type { Process } from '@millrace/contract';
import type { NameSet } from '../../access/role.js';
import type { LastChange } from '../../audit/records/last-changes.js';
import type { ProcessRow } from '../records/processes/process-row.js';

/** What getProcess adds when asked to (D1). */
export const includable = [
  'version',
  'stageKey',
  'updatedTs',
  'createdBy',
  'lastChange',
  'allowed',
  'names',
  'clocks',
] as const;
export type Includable = (typeof includable)[number];

/** A process on the wire, with the fields the caller sees. */
export function presentProcess(
  row: ProcessRow,
  visible: NameSet,
  include: ReadonlySet<Includable>,
  lastChange: LastChange | undefined,
): Process {
  return {
    id: row.id,
    createdTs: row.createdTs.toISOString(),
    state: row.state,
    priority: row.priority,
    fields: onlyVisible(row.fields, visible),
    ...(include.has('stageKey') ? { stageKey: row.stageKey } : {}),
    ...(include.has('version') ? { version: String(row.version) } : {}),
    ...(include.has('updatedTs') ? { updatedTs: row.updatedTs.toISOString() } : {}),
    ...(include.has('createdBy') && row.createdBy !== null ? { createdBy: row.createdBy } : {}),
    ...(lastChange === undefined ? {} : { lastChange: { ...lastChange, at: lastChange.at.toISOString() } }),
  };
}

/** The members of `fields` that are in the set. */
export function onlyVisible(fields: Readonly<Record<string, unknown>>, visible: NameSet): Record<string, unknown> {
  if (visible.all) return { ...fields };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => visible.has(name)));
}
