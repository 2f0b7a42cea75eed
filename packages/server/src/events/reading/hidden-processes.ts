import type { EventTypeName } from '@millrace/contract';
import type { Access } from '../../access/authorize.js';
import { rowFilterOf } from '../../access/row-filter.js';
import { FIELD_PREFIX } from '../../filters/filter.js';
import { keysOf } from '../../filters/walk-filter.js';
import { type Database, transaction } from '../../postgres/database.js';
import { findHiding, type Moment } from '../../processes/records/visibility/hiding-changes.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { LoggedEvent } from '../records/event-log.js';
import { changesSince, type Earlier } from '../records/event-visibility.js';

/** The type of event that tells that a process left what the reader sees. */
export const HIDDEN = 'process.hidden' satisfies EventTypeName;

/** Processes whose changes are in memory at a time. */
const PROCESSES_OF_A_TURN = 100;

/**
 * Those of the events that took their process out of what the reader sees: it was visible before the change, and not after it.
 * Nothing is remembered of the reader. The process as it was then is the process as it is now, with the changes since taken
 * back.
 *
 * @param unseen events that the reader does not see
 */
export async function hiddenProcesses(
  db: Database,
  subProject: SubProject,
  access: Access,
  unseen: readonly LoggedEvent[],
): Promise<readonly LoggedEvent[]> {
  const roles = access.roles.filter(
    ({ subscribe }) => subscribe?.has('process.updated') === true || subscribe?.has(HIDDEN) === true,
  );
  const filter = rowFilterOf({ ...access, roles });
  const keys = new Set(filter === undefined ? [] : keysOf(filter));
  const candidates = unseen.filter((event) => event.type === 'process.updated' && touches(event, keys));
  const [first] = candidates;
  if (roles.length === 0 || first === undefined) return [];
  const processIds = [...new Set(candidates.flatMap(({ processId }) => processId ?? []))];
  const hiding = new Set<number>();
  for (let from = 0; from < processIds.length; from += PROCESSES_OF_A_TURN) {
    const some = processIds.slice(from, from + PROCESSES_OF_A_TURN);
    // One snapshot: the changes that are taken back are those that the process has.
    const found = await transaction(
      db,
      async (tx) => {
        const changes = await changesSince(tx, subProject.id, some, first.position);
        const moments = candidates.flatMap((event) => momentOf(event, changes));
        return findHiding(tx, subProject, { ...access, roles }, moments);
      },
      { isolation: 'repeatable read', readOnly: true },
    );
    for (const position of found) hiding.add(position);
  }
  return candidates.filter(({ position }) => hiding.has(position));
}

/** Whether a change can have had a say in the filter. */
function touches({ data }: LoggedEvent, keys: ReadonlySet<string>): boolean {
  const members = isMembers(data.after) ? data.after : {};
  const fields = isMembers(members.fields) ? Object.keys(members.fields) : [];
  return [...Object.keys(members), ...fields.map((name) => `${FIELD_PREFIX}${name}`), 'updatedTs'].some((key) =>
    keys.has(key),
  );
}

function momentOf(
  { position, processId }: LoggedEvent,
  changesOf: ReadonlyMap<string, readonly Earlier[]>,
): readonly Moment[] {
  const changes = processId === null ? undefined : changesOf.get(processId);
  if (processId === null || changes === undefined) return [];
  const later = changes.filter((change) => change.position > position);
  const itself = changes.filter((change) => change.position === position);
  return [{ position, processId, was: takenBack([...itself, ...later]), became: takenBack(later) }];
}

/** What the members were before the oldest of the changes: each is what the first change of it says. */
function takenBack(changes: readonly Earlier[]): Moment['was'] {
  const newestFirst = changes.toReversed().map(({ before }) => before ?? {});
  const fields = newestFirst.map((before) => before.fields ?? {});
  return { ...Object.assign({}, ...newestFirst), fields: Object.assign({}, ...fields) };
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
