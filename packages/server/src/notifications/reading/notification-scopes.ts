import { type Grant, type NotificationReason, operations } from '@millrace/contract';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { findOwnSubProjects } from '../../sub-projects/members/own-sub-projects.js';
import type { Caller } from '../../use-case/caller.js';
import { accessOrNone } from '../../workflows/inbox/inbox-scopes.js';
import {
  type NotificationPart,
  type NotificationRights,
  notificationPart,
} from '../records/notification-visibility.js';
import { grantOf } from './grants.js';
import type { NotificationDeps } from './notification-deps.js';

/** More sub-projects are left out unless the request names them. */
const MOST_SUB_PROJECTS = 200;

/** A sub-project with the notifications that a caller may read there now. */
export interface NotificationScope extends NotificationRights, NotificationPart {}

/** An operation that shows what reasons tell, by the right that it needs. */
const showing = {
  'process.read': operations.getProcess,
  'workflow.read': operations.getTasks,
  'comment.read': operations.getComments,
  'workflow.operate': operations.getIncidents,
} as const satisfies Partial<Record<Grant, unknown>>;

/**
 * The sub-projects of a caller in which there may be notifications to read: at most two statements, more after deployments.
 *
 * @param wanted the reasons that the caller wants to read of
 */
export async function notificationScopes(
  { db, subProjects }: Pick<NotificationDeps, 'db' | 'subProjects'>,
  caller: Pick<Caller, 'principal'>,
  wanted: readonly NotificationReason[],
  only: readonly string[] | undefined,
): Promise<readonly NotificationScope[]> {
  const own = await findOwnSubProjects(db, caller.principal, { only, limit: MOST_SUB_PROJECTS });
  const scopes = await Promise.all(
    own.map(async (row) => {
      const subProject = await subProjects.at(row.id, row);
      return subProject === undefined ? undefined : scopeOf(subProject, caller, wanted);
    }),
  );
  return scopes.filter((scope) => scope !== undefined);
}

function scopeOf(
  subProject: SubProject,
  caller: Pick<Caller, 'principal'>,
  wanted: readonly NotificationReason[],
): NotificationScope | undefined {
  const processes = accessOrNone(subProject, caller, operations.getProcess);
  if (processes === undefined) return undefined;
  const reasons = Object.entries(showing).flatMap(([grant, operation]) => {
    const ofGrant = wanted.filter((reason) => grantOf[reason] === grant);
    const access = accessOrNone(subProject, caller, operation);
    return access === undefined || ofGrant.length === 0 ? [] : [{ access, reasons: ofGrant }];
  });
  if (reasons.length === 0) return undefined;
  const rights = { subProject, processes, reasons };
  return { ...rights, ...notificationPart(rights) };
}
