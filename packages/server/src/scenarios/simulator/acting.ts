import { operations } from '@millrace/contract';
import { authorize } from '../../access/authorize.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { UserPrincipal } from '../../use-case/caller.js';
import type { NewTask } from '../../workflows/records/write-tasks.js';
import { accessToWorkflow } from '../../workflows/run/run-access.js';
import { isOperator, isOwn, notYourTask } from '../../workflows/tasks/task-access.js';
import type { Actor } from '../model/scenario-schema.js';
import { memberOfRole } from './folder-project.js';
import type { SimulatedRun } from './simulated-run.js';
import { requireVoter } from './simulated-vote.js';

/** The person of a step, and the sub-project with this person as a member. */
export interface Acting {
  readonly subProject: SubProject;
  readonly principal: UserPrincipal;
}

const person = (userId: string, administrator = false): UserPrincipal => ({
  kind: 'user',
  userId,
  clientId: userId,
  name: userId,
  administrator,
  scopes: [],
});

/**
 * Who acts: an administrator without `as`.
 *
 * @throws Error when `as` names neither a role nor a member
 */
export function actingAs(subProject: SubProject, as: Actor | undefined): Acting {
  if (as === undefined) return { subProject, principal: person('administrator', true) };
  if (typeof as === 'object') {
    const roles = as.roles ?? subProject.members.get(as.user) ?? [];
    const unknown = roles.find((role) => !subProject.roles.has(role));
    if (unknown !== undefined) throw unknownActor(subProject, unknown);
    const members = new Map([...subProject.members, [as.user, roles]]);
    return { subProject: { ...subProject, members }, principal: person(as.user) };
  }
  if (subProject.roles.has(as)) return { subProject, principal: person(memberOfRole(as)) };
  if (subProject.members.has(as)) return { subProject, principal: person(as) };
  throw unknownActor(subProject, as);
}

function unknownActor({ roles, members }: SubProject, name: string): Error {
  const known = [...roles.keys(), ...[...members.keys()].filter((member) => !member.startsWith('role:'))];
  return new Error(`"${name}" is neither a role nor a member of the document; known are ${known.join(', ')}`);
}

/**
 * Checks that a person may complete a task or vote on it, with the rules of resumeWorkflowRunsApi. Row filters of roles are not checked.
 *
 * @throws CatalogueError when the person may not
 */
export function requireMayAct(
  acting: Acting,
  run: SimulatedRun,
  task: NewTask,
  fields: Readonly<Record<string, unknown>>,
): void {
  if (task.approval !== null) {
    requireVoter(acting, run, task, fields);
    return;
  }
  const { subProject, principal } = acting;
  const { grant, denied } = operations.resumeWorkflowRunsApi.permission;
  const access = accessToWorkflow(authorize(principal, subProject, grant, denied), run.workflowKey);
  const { identity } = run;
  const row = {
    ...task,
    runId: identity.id,
    workflowId: identity.workflowId,
    processId: identity.processId,
    form: null,
    votes: null,
  };
  if (!isOperator(access) && !isOwn(subProject, access, row)) throw notYourTask(row);
}

/** The reason why a person may not complete a task; undefined when the person may. */
export function refusalOf(
  acting: Acting,
  run: SimulatedRun,
  task: NewTask,
  fields: Readonly<Record<string, unknown>>,
): CatalogueError | undefined {
  try {
    requireMayAct(acting, run, task, fields);
    return undefined;
  } catch (error) {
    if (error instanceof CatalogueError) return error;
    throw error;
  }
}
