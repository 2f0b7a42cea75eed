import type { Process } from '@millrace/contract';
import { isUuid } from '../../kernel/identifiers.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { ProcessDeps } from '../change/process-ports.js';

/** People in one answer whose names are looked up. */
const MOST_NAMES = 1000;

/** Ids of the people that fields of processes as they are shown name. */
export function peopleIn({ fields }: SubProject, processes: readonly Pick<Process, 'fields'>[]): readonly string[] {
  const named = processes.flatMap((process) =>
    Object.entries(process.fields).flatMap(([name, value]) =>
      fields.get(name)?.reference === 'user' ? [value].flat() : [],
    ),
  );
  return [...new Set(named.flatMap((id) => (typeof id === 'string' && isUuid(id) ? [id.toLowerCase()] : [])))];
}

/** Their names. One statement, none when nobody is named. */
export async function namesIn(
  { db, users }: Pick<ProcessDeps, 'db' | 'users'>,
  subProject: SubProject,
  processes: readonly Pick<Process, 'fields'>[],
): Promise<Record<string, string>> {
  const ids = peopleIn(subProject, processes);
  return ids.length === 0 ? {} : Object.fromEntries(await users.names(db, ids.slice(0, MOST_NAMES)));
}
