import { operations } from '@millrace/contract';
import { boundedMetaOf } from '../../../filters/counting.js';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { parsePage } from '../../../filters/paging.js';
import { transaction } from '../../../postgres/database.js';
import { rowCondition } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { listTasks } from '../../records/tasks/list-tasks.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { presentTask } from '../../tasks/present-task.js';

/**
 * Lists the open tasks of people who are disabled. Tasks on processes outside the caller's row filter are left out.
 *
 * @throws CatalogueError 1202, 1209, 1200 for wrong paging
 */
export const getHandover =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects' | 'disabledAssignees'>): UseCase<'getHandover'> =>
  async (caller, query) => {
    const { subProject, access } = await enter(deps.subProjects, caller, query.subProjectId, operations.getHandover);
    const page = parsing(metaErrorIds, () => parsePage(query));
    const people = await deps.disabledAssignees(deps.db);
    const search = {
      subProjectId: subProject.id,
      state: 'OPEN',
      visible: rowCondition(subProject, access),
      runId: undefined,
      processId: undefined,
      assignees: [...people.keys()],
    } as const;
    return transaction(
      deps.db,
      async (tx) => {
        const { tasks, total } = await listTasks(tx, search, page);
        return {
          meta: boundedMetaOf(page, total),
          tasks: tasks.map((task) => ({
            task: presentTask(task),
            person: people.get(task.assignee ?? '') ?? { userId: '', name: '' },
          })),
        };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };
