import type { Access } from '../../access/authorize.js';
import type { Role } from '../../access/role.js';
import { filterOfRole } from '../../access/row-filter.js';
import { editorsOf } from '../../audit/records/editors-of.js';
import type { Queryable } from '../../postgres/database.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { coveredBy } from '../records/votes/covered-by.js';
import { listDeciders } from '../records/votes/deciders.js';
import { excludedByFields, namedBy, type SeparatedPerson } from './separation.js';

/** More people are not looked at; those whom the task names come first. */
export const MOST_PEOPLE = 1000;

/** Somebody who is judged. */
export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly clientIds: readonly string[];
}

/** Finds people by their user ids. */
export type PeopleById = (db: Queryable, userIds: readonly string[]) => Promise<ReadonlyMap<string, Person>>;

/** Why somebody may not vote: a rule, of `separation` with the rule of the diagram. */
export interface Obstacle {
  readonly rule: 'noMember' | 'cannotCall' | 'outsideRowFilter' | 'notCandidate' | 'disabled' | 'separation';
  /** With `separation`, for example `starter`. */
  readonly separation?: string;
}

export interface Judged {
  readonly person: Person;
  /** Empty: this person may vote. */
  readonly obstacles: readonly Obstacle[];
}

/** A task whose voters are asked for. */
export interface ElectorateQuestion {
  readonly subProject: SubProject;
  readonly workflowKey: string;
  readonly runId: string;
  readonly process: ProcessRow;
  readonly candidateGroups: readonly string[];
  readonly candidateUsers: readonly string[];
  readonly separation: readonly string[];
  /** Who is excluded by what this transaction has done and not written yet. */
  readonly alsoExcluded?: readonly SeparatedPerson[];
  /** Judged in any case, also when nothing speaks for them. */
  readonly userIds?: readonly string[];
  /** Nobody else is judged. */
  readonly onlyThese?: boolean;
}

/**
 * Judges who may vote on a task: members whose roles call the workflow and cover the process, who are candidates and whom no rule of
 * separation excludes. One function judges when a task opens, at every vote and when somebody asks why.
 *
 * @param db the transaction that holds the lock of the run, where a vote depends on the answer
 */
export async function judgeVoters(
  db: Queryable,
  peopleById: PeopleById,
  question: ElectorateQuestion,
): Promise<ReadonlyMap<string, Judged>> {
  const { subProject, process, candidateUsers, separation, userIds = [], onlyThese = false } = question;
  const asked = [...subProject.members].filter(
    ([id, roles]) => userIds.includes(id) || (!onlyThese && isAsked(question, roles)),
  );
  const rank = (id: string): number => (userIds.includes(id) ? 2 : candidateUsers.includes(id) ? 1 : 0);
  const first = asked.sort(([a], [b]) => rank(b) - rank(a)).slice(0, MOST_PEOPLE);
  const ids = first.map(([id]) => id);
  const people = await peopleById(db, [...new Set([...userIds, ...ids])]);
  const covering = await coversFor(db, question, first);
  const editors = await editorsOf(db, {
    subProjectId: subProject.id,
    processId: process.id,
    fields: namedBy(separation, 'editor:'),
  });
  const excluded: readonly SeparatedPerson[] = [
    ...(separation.length === 0 ? [] : await listDeciders(db, subProject.id, question.runId, separation)),
    ...excludedByFields(separation, process.fields),
    ...editors.map(({ field, by }) => ({ rule: `editor:${field}`, person: by })),
    ...(question.alsoExcluded ?? []),
  ];
  const judged = new Map<string, Judged>();
  for (const person of people.values()) {
    const roles = subProject.members.get(person.userId) ?? [];
    const names = [person.userId, ...person.clientIds];
    const rules = new Set(excluded.filter((one) => names.includes(one.person)).map(({ rule }) => rule));
    const obstacles: Obstacle[] = [
      ...memberObstacles(question, person.userId, roles, covering),
      ...(isCandidate(question, roles) || names.some((name) => candidateUsers.includes(name))
        ? []
        : [{ rule: 'notCandidate' } as const]),
      ...(person.disabled ? [{ rule: 'disabled' } as const] : []),
      ...[...rules].map((rule) => ({ rule: 'separation', separation: rule }) as const),
    ];
    judged.set(person.userId, { person, obstacles });
  }
  return judged;
}

const callingRoles = ({ subProject, workflowKey }: ElectorateQuestion, names: readonly string[]): readonly Role[] =>
  names.flatMap((name) => subProject.roles.get(name) ?? []).filter((role) => role.call?.has(workflowKey) === true);

/** By roles, or because the task names nobody. */
function isCandidate({ candidateGroups, candidateUsers }: ElectorateQuestion, roles: readonly string[]): boolean {
  if (candidateGroups.length + candidateUsers.length === 0) return true;
  return candidateGroups.some((group) => roles.includes(group));
}

/** Whether somebody with these roles could be a voter, before persons are looked up. */
const isAsked = (question: ElectorateQuestion, roles: readonly string[]): boolean =>
  callingRoles(question, roles).length > 0 && (question.candidateUsers.length > 0 || isCandidate(question, roles));

function memberObstacles(
  question: ElectorateQuestion,
  userId: string,
  roles: readonly string[],
  covering: (role: Role, userId: string) => boolean,
): readonly Obstacle[] {
  if (roles.length === 0) return [{ rule: 'noMember' }];
  const calling = callingRoles(question, roles);
  if (calling.length === 0) return [{ rule: 'cannotCall' }];
  return calling.some((role) => covering(role, userId)) ? [] : [{ rule: 'outsideRowFilter' }];
}

/** Whether a role covers the process for a user. Each different filter is evaluated once, all of them in one statement. */
async function coversFor(
  db: Queryable,
  question: ElectorateQuestion,
  members: readonly (readonly [string, readonly string[]])[],
): Promise<(role: Role, userId: string) => boolean> {
  const { subProject, process } = question;
  const keyOf = (role: Role, userId: string): string => JSON.stringify(filterOfRole(role, userId) ?? null);
  const wanted = new Map<string, Access>();
  for (const [userId, roles] of members) {
    for (const role of callingRoles(question, roles)) {
      const key = keyOf(role, userId);
      if (key !== 'null') wanted.set(key, accessOf(role, userId));
    }
  }
  const keys = [...wanted.keys()];
  const covered = await coveredBy(db, subProject, process, [...wanted.values()]);
  const covers = new Set(keys.filter((_, index) => covered[index] === true));
  return (role, userId) => {
    const key = keyOf(role, userId);
    return key === 'null' || covers.has(key);
  };
}

/** A user with one role. */
const accessOf = (role: Role, userId: string): Access => ({
  principal: { kind: 'user', userId, clientId: undefined, name: '', administrator: false, scopes: [] },
  grant: 'workflow.call',
  unrestricted: false,
  roles: [role],
});
