import { operations } from '@millrace/contract';
import { type Access, accessOf } from '../../access/authorize.js';
import { rowCondition } from '../../processes/records/visibility/process-visibility.js';
import type { RoleOperation } from '../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { findOwnSubProjects } from '../../sub-projects/members/own-sub-projects.js';
import { type Caller, principalId } from '../../use-case/caller.js';
import type { Addressee, InboxPart } from '../records/inbox/inbox-part.js';
import type { WorkflowDeps } from '../run/workflow-deps.js';
import { assigneeNamesOf } from '../tasks/task-access.js';

/** More sub-projects are left out unless the request names them. */
const MOST_SUB_PROJECTS = 200;

/** A sub-project whose tasks a caller may see, with what the caller may do there; undefined where no role allows it. */
export interface InboxScope extends InboxPart {
  readonly subProject: SubProject;
  /** Of getTasks: which tasks the caller sees. */
  readonly tasks: Access;
  /** Of getProcess: what the caller sees of processes. */
  readonly processes: Access | undefined;
  /** Of operations that change tasks. */
  readonly calls: Access | undefined;
  /** Of getComments. */
  readonly comments: Access | undefined;
}

/** The sub-projects of a caller in which getTasks is allowed: at most two statements, more after deployments. */
export async function inboxScopes(
  { db, subProjects }: Pick<WorkflowDeps, 'db' | 'subProjects'>,
  caller: Caller,
  only: readonly string[] | undefined,
): Promise<readonly InboxScope[]> {
  const own = await findOwnSubProjects(db, caller.principal, { only, limit: MOST_SUB_PROJECTS });
  const scopes = await Promise.all(
    own.map(async (row) => {
      const subProject = await subProjects.at(row.id, row);
      return subProject === undefined ? undefined : inboxScope(subProject, caller);
    }),
  );
  return scopes.filter((scope) => scope !== undefined);
}

/** What a caller may see and do with the tasks of a sub-project; undefined: not even see them. */
export function inboxScope(subProject: SubProject, caller: Caller): InboxScope | undefined {
  const tasks = accessOrNone(subProject, caller, operations.getTasks);
  if (tasks === undefined) return undefined;
  return {
    subProjectId: subProject.id,
    subProject,
    visible: rowCondition(subProject, tasks),
    tasks,
    processes: accessOrNone(subProject, caller, operations.getProcess),
    calls: accessOrNone(subProject, caller, operations.claimTask),
    comments: accessOrNone(subProject, caller, operations.getComments),
  };
}

/** The decision for an operation; undefined where no role allows it. */
export const accessOrNone = (
  subProject: SubProject,
  { principal }: Pick<Caller, 'principal'>,
  { permission }: RoleOperation,
): Access | undefined => accessOf(principal, subProject, permission.grant);

/** Whom a task is for when it is the caller's own. */
export const ownAddressees = ({ principal }: Caller): readonly Addressee[] =>
  assigneeNamesOf(principal).map((key) => ({ kind: 'assignee', key }));

/** Whom a task is for when the caller may claim it, as `isCandidate` judges. */
export const teamAddressees = ({ subProject }: InboxScope, { principal }: Caller): readonly Addressee[] => [
  { kind: 'anyone', key: '' },
  ...assigneeNamesOf(principal).map((key) => ({ kind: 'user' as const, key })),
  ...(subProject.members.get(principalId(principal)) ?? []).map((key) => ({ kind: 'group' as const, key })),
];
