import { operations } from '@millrace/contract';
import { type Access, accessOf } from '../../access/authorize.js';
import { inTurn } from '../../kernel/time-slices.js';
import type { Transaction } from '../../postgres/database.js';
import { processVisibility, rowCondition } from '../../processes/records/visibility/process-visibility.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { listActive } from '../records/delegations/delegations.js';
import { listAddressedProcesses } from '../records/inbox/addressed-processes.js';
import type { WorkflowDeps } from '../run/workflow-deps.js';
import { addresseesOf } from './addressees.js';
import { conditionHolds } from './condition-holds.js';
import type { HeldDelegation } from './held-delegation.js';

/** Which delegations are asked for. */
export interface SubstituteSearch {
  readonly subProjects: readonly SubProject[];
  readonly substituteId: string;
  readonly now: Date;
}

/**
 * The delegations of a substitute that hold now, with the tasks for which their conditions are true on the fields that the persons
 * read. One statement, one for the persons, and one more for every 20 delegations with a condition.
 */
export async function heldDelegations(
  tx: Transaction,
  { peopleById }: Pick<WorkflowDeps, 'peopleById'>,
  { subProjects, substituteId, now }: SubstituteSearch,
): Promise<readonly HeldDelegation[]> {
  const byId = new Map(subProjects.map((subProject) => [subProject.id, subProject] as const));
  const active = await listActive(tx, { subProjectIds: [...byId.keys()], substituteId, now });
  if (active.length === 0) return [];
  const people = await peopleById(tx, [...new Set(active.map(({ personId }) => personId))]);
  const rows = active.map((row) => ({
    ...row,
    personNames: [row.personId, ...(people.get(row.personId)?.clientIds ?? [])],
  }));
  const judged = rows.map((row) => {
    const subProject = byId.get(row.subProjectId);
    const access = row.condition === null || subProject === undefined ? undefined : readingAs(subProject, row.personId);
    return { row, subProject, access };
  });
  const parts = judged.flatMap(({ row, subProject, access }, part) =>
    subProject === undefined || access === undefined
      ? []
      : [
          {
            part,
            subProjectId: subProject.id,
            addressees: addresseesOf(subProject, row),
            visible: rowCondition(subProject, access),
            readBy: processVisibility(subProject, access).covered,
          },
        ],
  );
  const found = await listAddressedProcesses(tx, parts);
  return Promise.all(
    judged.map(async ({ row, subProject, access }, part) => {
      const { condition } = row;
      if (condition === null) return { ...row, taskIds: null };
      if (subProject === undefined || access === undefined) return { ...row, taskIds: [] };
      const { fieldsOf } = processVisibility(subProject, access);
      const own = found.filter((task) => task.part === part);
      const held = await inTurn(() =>
        own.filter(({ fields, readBy }) => conditionHolds(condition, fields, fieldsOf(readBy))),
      );
      return { ...row, taskIds: held.map(({ taskId }) => taskId) };
    }),
  );
}

/** What a person reads of processes, as `fieldsReadOn` judges it for one; undefined: nothing. */
function readingAs(subProject: SubProject, userId: string): Access | undefined {
  const person = { kind: 'user', userId, clientId: undefined, name: '', administrator: false, scopes: [] } as const;
  return accessOf(person, subProject, operations.getTask.permission.grant);
}
