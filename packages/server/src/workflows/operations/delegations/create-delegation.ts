import { operations } from '@millrace/contract';
import { compileFeel, ExpressionSyntaxError } from '@millrace/engine';
import { requireUser } from '../../../access/require-user.js';
import { appendAudit } from '../../../audit/records/append.js';
import { mayNotCall } from '../../../kernel/errors/access-errors.js';
import { conflict, excerpt, invalidValue, namesNothing } from '../../../kernel/errors/request-errors.js';
import { newId } from '../../../kernel/identifiers.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import { lockSubProject } from '../../../sub-projects/records/sub-project-queries.js';
import type { UseCase } from '../../../use-case/caller.js';
import { mayNameFor } from '../../delegations/may-name.js';
import { auditedDelegation, presentDelegation } from '../../delegations/present-delegation.js';
import {
  countDelegations,
  type DelegationRow,
  insertDelegation,
  MOST_DELEGATIONS,
} from '../../records/delegations/delegations.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { userNamesOf } from '../../tasks/user-names.js';

type Request = Parameters<UseCase<'createDelegation'>>[1];

/**
 * Names a substitute.
 *
 * @throws CatalogueError 1202, 1209 for a person for whom the caller may not name one, 1200 (404) for somebody who is no member and
 * for unknown workflows, 1232 for times and conditions that make no sense, 1009 when there are too many
 */
export const createDelegation =
  (deps: Pick<WorkflowDeps, 'subProjects' | 'userNames' | 'now'>): UseCase<'createDelegation'> =>
  async (caller, request) => {
    const { subProject } = await enter(deps.subProjects, caller, request.subProjectId, operations.createDelegation);
    const user = requireUser(caller.principal, operations.createDelegation);
    const personId = request.personId ?? user.userId;
    const mayName = mayNameFor(user, subProject, personId);
    if (!mayName) {
      throw mayNotCall(
        'Substitutes for others are named by the administrator, and by who may give every role of the person with `members`.',
      );
    }
    const now = new Date(deps.now());
    const row = readDelegation(subProject, request, { personId, createdBy: user.userId, now });
    return caller.write(async (tx) => {
      // So that two requests at once do not pass the limit.
      await lockSubProject(tx, subProject.id);
      const { ofPerson, ofSubstitute } = await countDelegations(tx, subProject.id, row, now);
      if (Math.max(ofPerson, ofSubstitute) >= MOST_DELEGATIONS) {
        const who = ofPerson >= MOST_DELEGATIONS ? 'The person' : 'The substitute';
        throw conflict(`${who} has ${MOST_DELEGATIONS} delegations, which is the most. End one first.`);
      }
      await insertDelegation(tx, subProject.id, row);
      await appendAudit(tx, caller, [
        {
          action: 'delegation.create',
          subProjectId: subProject.id,
          subjectType: 'delegation',
          subjectId: row.id,
          processId: null,
          before: null,
          after: auditedDelegation(row),
        },
      ]);
      const names = await userNamesOf(deps, tx, [row.personId, row.substituteId]);
      return { delegation: presentDelegation(row, names) };
    });
  };

function readDelegation(
  subProject: SubProject,
  { substituteId, condition, reason, ...request }: Request,
  { personId, createdBy, now }: { readonly personId: string; readonly createdBy: string; readonly now: Date },
): DelegationRow {
  const fromTs = request.fromTs === undefined ? now : new Date(request.fromTs);
  const untilTs = request.untilTs === undefined ? null : new Date(request.untilTs);
  if (untilTs !== null && (untilTs <= fromTs || untilTs <= now)) {
    throw refused('/untilTs', 'The end must be later than the beginning, and not over.');
  }
  requireFeel(condition);
  requireMember(subProject, personId, '/personId');
  requireMember(subProject, substituteId, '/substituteId');
  if (personId === substituteId) throw refused('/substituteId', 'Nobody is their own substitute.');
  return {
    id: newId(),
    personId,
    substituteId,
    fromTs,
    untilTs,
    workflowIds: request.workflowIds === undefined ? null : workflowsOf(subProject, request.workflowIds),
    condition: condition ?? null,
    reason: reason ?? null,
    createdBy,
    createdTs: now,
  };
}

const refused = (pointer: string, detail: string) => invalidValue(detail, [{ pointer, detail }]);

function requireMember({ members }: SubProject, userId: string, pointer: string): void {
  if (members.has(userId)) return;
  throw namesNothing(`The sub-project has no member "${excerpt(userId)}".`, pointer);
}

function workflowsOf({ workflows }: SubProject, ids: readonly string[]): readonly string[] {
  const unknown = ids.find((id) => !workflows.some((workflow) => workflow.id === id));
  if (unknown === undefined) return [...new Set(ids)];
  throw namesNothing(`The sub-project has no workflow "${excerpt(unknown)}".`, '/workflowIds');
}

function requireFeel(condition: string | undefined): void {
  if (condition === undefined) return;
  try {
    compileFeel(condition);
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error;
    throw refused('/condition', `The condition is not valid FEEL: ${error.message}`);
  }
}
