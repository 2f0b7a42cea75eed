import { namesOf } from '../../identity/records/names-of.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { peopleOf } from '../rules/present-comment.js';
import type { ActivityDeps } from './activity-deps.js';
import { type ActivityNames, taskIdOf } from './present-activity.js';
import type { Entry } from './read-activity.js';
import type { ReadableKinds } from './readable-kinds.js';

/** The names that a page shows: one look-up for each kind of thing. */
export async function readNames(
  { db, describeParts, findFiles }: ActivityDeps,
  subProject: SubProject,
  { files: access }: ReadableKinds,
  entries: readonly Entry[],
): Promise<ActivityNames> {
  const logs = entries.flatMap((entry) => ('log' in entry ? [entry.log] : []));
  const comments = entries.flatMap((entry) => ('comment' in entry ? [entry.comment] : []));
  const subjectsOf = (type: string) => ids(logs.map((log) => (log.subjectType === type ? log.subjectId : undefined)));
  const parts = await describeParts(db, subProject.id, {
    taskIds: ids(logs.map(taskIdOf)),
    runIds: subjectsOf('run'),
  });
  const files = access === undefined ? [] : await findFiles(db, { subProject, access }, subjectsOf('file'));
  const workflows = new Map(subProject.workflows.map(({ id, name }) => [id, name]));
  const people = logs.flatMap((log) => [...peopleIn(subProject, log.before), ...peopleIn(subProject, log.after)]);
  return {
    tasks: parts.tasks,
    workflows: new Map([...parts.workflows].map(([runId, id]) => [runId, workflows.get(id) ?? '']).filter(hasName)),
    files: new Map(files.map(({ id, fileName }) => [id, fileName])),
    people: await namesOf(db, [...peopleOf(comments), ...people]),
  };
}

const hasName = (entry: readonly string[]): entry is [string, string] => entry[1] !== '';

const ids = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((id): id is string => id !== undefined && isUuid(id))),
];

/** Ids of users in the fields that hold users, of assignees and of persons for whom a substitute decided. */
function peopleIn({ fields }: SubProject, members: Readonly<Record<string, unknown>> | null): readonly string[] {
  const values = Object.entries((members?.fields ?? {}) as Readonly<Record<string, unknown>>);
  const users = values.filter(([name]) => fields.get(name)?.reference === 'user').map(([, value]) => value);
  return [...users, members?.assignee, members?.onBehalfOf].filter(
    (value): value is string => typeof value === 'string',
  );
}
