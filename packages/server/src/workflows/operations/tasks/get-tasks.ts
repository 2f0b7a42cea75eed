import { operations } from '@millrace/contract';
import type { Access } from '../../../access/authorize.js';
import { boundedMetaOf } from '../../../filters/counting.js';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { parseInclude, parsePage } from '../../../filters/paging.js';
import { transaction } from '../../../postgres/database.js';
import { visibleClocks } from '../../../processes/records/clocks/clock-columns.js';
import { clockSummaries } from '../../../processes/records/clocks/clock-summaries.js';
import { processVisibility, rowCondition } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import { principalId, type UseCase } from '../../../use-case/caller.js';
import { heldDelegations } from '../../delegations/held-delegations.js';
import { allowedOnTasks } from '../../inbox/allowed-actions.js';
import { readClockSearch } from '../../records/tasks/clock-search.js';
import { listTasks, type TaskSearch } from '../../records/tasks/list-tasks.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { presentTask } from '../../tasks/present-task.js';
import { assigneeNamesOf } from '../../tasks/task-access.js';
import { namesInTasks } from '../../tasks/user-names.js';

/**
 * Lists tasks by priority and age, or by when a clock is due. Tasks on processes outside the caller's row filter are left out.
 *
 * @throws CatalogueError 1202, 1205, 1200 for wrong paging, filters and orders
 */
export const getTasks =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects' | 'userNames' | 'peopleById' | 'now'>): UseCase<'getTasks'> =>
  async (caller, query) => {
    const { subProject, access } = await enter(deps.subProjects, caller, query.subProjectId, operations.getTasks);
    const page = parsing(metaErrorIds, () => parsePage(query));
    const include = parsing(metaErrorIds, () => parseInclude(query.include, ['allowed', 'names', 'clocks'] as const));
    const clocks = visibleClocks(subProject, processVisibility(subProject, access));
    const { also, sort } = parsing(metaErrorIds, () => readClockSearch(clocks, query));
    const search = {
      subProjectId: subProject.id,
      state: query.state ?? 'OPEN',
      visible: rowCondition(subProject, access),
      runId: query.runId,
      processId: query.processId,
      also,
      ...searchOfView(subProject, access, query.view ?? 'all'),
    };
    return transaction(
      deps.db,
      async (tx) => {
        const delegations =
          search.state === 'OPEN'
            ? await heldDelegations(tx, deps, {
                subProjects: [subProject],
                substituteId: principalId(caller.principal),
                now: new Date(deps.now()),
              })
            : [];
        const delegated = delegations.map(({ personId, personNames: users, workflowIds, taskIds }) => ({
          users,
          groups: subProject.members.get(personId) ?? [],
          workflowIds,
          taskIds,
        }));
        const { tasks, total } = await listTasks(tx, { ...search, delegated }, page, sort);
        const ids = tasks.map(({ id }) => id);
        const allowed = include.has('allowed')
          ? await allowedOnTasks(tx, subProject, caller, { ids, delegations })
          : undefined;
        const subjects = tasks.map(({ id, processId }) => ({ processId, taskId: id }));
        const clocksOf = include.has('clocks') ? await clockSummaries(tx, subProject.id, clocks, subjects) : undefined;
        return {
          meta: boundedMetaOf(page, total),
          tasks: tasks.map((task) => ({
            ...presentTask(task),
            ...(allowed === undefined ? {} : { allowed: allowed(task.id) }),
            ...(clocksOf === undefined ? {} : { clocks: clocksOf({ processId: task.processId, taskId: task.id }) }),
          })),
          ...(include.has('names') ? { names: await namesInTasks(deps, tx, tasks) } : {}),
        };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };

function searchOfView(
  subProject: SubProject,
  access: Access,
  view: 'mine' | 'claimable' | 'all',
): Pick<TaskSearch, 'assignees' | 'claimableBy'> {
  const users = assigneeNamesOf(access.principal);
  switch (view) {
    case 'all':
      return {};
    case 'mine':
      return { assignees: users };
    case 'claimable':
      return { claimableBy: { users, groups: subProject.members.get(principalId(access.principal)) ?? [] } };
  }
}
