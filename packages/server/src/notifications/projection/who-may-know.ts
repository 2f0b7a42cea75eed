import type { Grant } from '@millrace/contract';
import { type Access, holdsGrant, rolesOf } from '../../access/authorize.js';
import { rowFilterOf } from '../../access/row-filter.js';
import { type EnabledUser, enabledUsers } from '../../identity/records/enabled-users.js';
import type { Queryable } from '../../postgres/database.js';
import { whoSees } from '../../processes/records/visibility/who-sees.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { grantOf } from '../reading/grants.js';
import { type Concern, MOST_PEOPLE } from './concerns.js';
import type { Told } from './fold.js';

/** Row filters of one statement: each has parameters, whose number PostgreSQL limits. */
const FILTERS_AT_ONCE = 50;

/** What a user may do with processes; undefined: no role has this right. */
function accessOf({ id, administrator }: EnabledUser, subProject: SubProject, grant: Grant): Access | undefined {
  const principal = { kind: 'user', userId: id, clientId: undefined, name: id, administrator, scopes: [] } as const;
  const roles = rolesOf(principal, subProject).filter((role) => holdsGrant(role, grant));
  return administrator || roles.length > 0 ? { principal, grant, unrestricted: administrator, roles } : undefined;
}

/** Somebody who is concerned, with the decisions that must cover the process. */
interface Wanted {
  readonly told: Told;
  readonly decisions: readonly Access[];
}

/**
 * Of those whom events concern, the enabled users who may know of them now: whose roles cover the process for reading it, and
 * for what the reason tells. Each event tells a person once, for the strongest reason, and at most 500 people. One statement,
 * and one more for every 50 row filters of each process.
 *
 * @param events for each event its concerns, and who caused it
 */
export async function whoMayKnow(
  db: Queryable,
  subProject: SubProject,
  events: readonly { readonly concerns: readonly Concern[]; readonly actorId: string }[],
): Promise<readonly Told[]> {
  const told = events.flatMap(({ concerns, actorId }) => peopleOf(concerns, actorId));
  const users = new Map(
    (await enabledUsers(db, [...new Set(told.map(({ userId }) => userId))])).map((user) => [user.id, user]),
  );
  const known = new Map<string, Access | undefined>();
  const accessTo = (user: EnabledUser, grant: Grant): Access | undefined => {
    const key = `${user.id} ${grant}`;
    if (!known.has(key)) known.set(key, accessOf(user, subProject, grant));
    return known.get(key);
  };
  const wanted = told.flatMap((one): readonly Wanted[] => {
    const user = users.get(one.userId);
    const reading = user && accessTo(user, 'process.read');
    const knowing = user && accessTo(user, grantOf[one.reason]);
    if (reading === undefined || knowing === undefined) return [];
    return [{ told: one, decisions: [reading, knowing].filter((access) => rowFilterOf(access) !== undefined) }];
  });
  const seen = await covered(db, subProject, wanted);
  return wanted
    .filter(({ told: { processId }, decisions }) => decisions.every((access) => seen.get(processId)?.has(access)))
    .map((one) => one.told);
}

/** Everybody whom an event concerns, once. */
function peopleOf(concerns: readonly Concern[], actorId: string): readonly Told[] {
  const people = new Map<string, Told>();
  for (const { processId, reason, userIds, cause } of concerns) {
    for (const userId of userIds) {
      if (userId === actorId || people.has(userId)) continue;
      if (people.size === MOST_PEOPLE) return [...people.values()];
      people.set(userId, { userId, processId, reason, cause });
    }
  }
  return [...people.values()];
}

/** By process, those of the decisions with a row filter that cover it. */
async function covered(
  db: Queryable,
  subProject: SubProject,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, ReadonlySet<Access>>> {
  const asked = new Map<string, Set<Access>>();
  for (const { told, decisions } of wanted) {
    const ofProcess = asked.get(told.processId) ?? new Set();
    asked.set(told.processId, ofProcess);
    for (const access of decisions) ofProcess.add(access);
  }
  const seen = new Map<string, Set<Access>>();
  for (const [processId, decisions] of asked) {
    const list = [...decisions];
    const ofProcess = new Set<Access>();
    seen.set(processId, ofProcess);
    for (let first = 0; first < list.length; first += FILTERS_AT_ONCE) {
      const part = list.slice(first, first + FILTERS_AT_ONCE);
      const sees = await whoSees(db, subProject, processId, part);
      part.forEach((access, place) => {
        if (sees[place] === true) ofProcess.add(access);
      });
    }
  }
  return seen;
}
