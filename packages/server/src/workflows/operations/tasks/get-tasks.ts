import { type Operations, operations, type RequestOf } from '@millrace/contract';
import type { Access } from '../../../access/authorize.js';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { metaOf, parsePage } from '../../../filters/paging.js';
import { isUuid } from '../../../kernel/identifiers.js';
import { type Fragment, sql, transaction } from '../../../postgres/database.js';
import { rowCondition } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import { principalId, type UseCase } from '../../../use-case/caller.js';
import { taskPage } from '../../records/tasks.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { namesOf, presentTask } from '../../tasks/tasks.js';

type Query = RequestOf<Operations['getTasks']>;

/** Lists tasks by priority and age; those on processes outside the caller's row filter are left out. */
export const getTasks =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects'>): UseCase<'getTasks'> =>
  async (caller, query) => {
    const { subProject, access } = await enter(deps.subProjects, caller, query.subProjectId, operations.getTasks);
    const page = parsing(metaErrorIds, () => parsePage(query));
    const condition = sql.and([
      sql`t.sub_project_id = ${subProject.id}`,
      // Text, not a parameter: one of three constants, and the index of open tasks is found by it.
      sql`t.state = ${sql.raw(`'${query.state ?? 'OPEN'}'`)}`,
      ...idConditions(query),
      ...viewConditions(subProject, access, query.view ?? 'all'),
      rowCondition(subProject, access),
    ]);
    return transaction(
      deps.db,
      async (tx) => {
        const { tasks, total } = await taskPage(tx, condition, page);
        return { meta: metaOf(page, total), tasks: tasks.map(presentTask) };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };

function idConditions({ runId, processId }: Query): readonly Fragment[] {
  return [
    ...(runId === undefined ? [] : [isUuid(runId) ? sql`t.run_id = ${runId}` : sql`false`]),
    ...(processId === undefined ? [] : [isUuid(processId) ? sql`t.process_id = ${processId}` : sql`false`]),
  ];
}

function viewConditions(subProject: SubProject, access: Access, view: 'mine' | 'claimable' | 'all'): Fragment[] {
  const names = namesOf(access.principal);
  switch (view) {
    case 'all':
      return [];
    case 'mine':
      return [sql`t.assignee = any(${names}::text[])`];
    case 'claimable': {
      const roles = subProject.members.get(principalId(access.principal)) ?? [];
      return [
        sql`t.assignee is null`,
        sql`(t.candidate_groups && ${roles}::text[] or t.candidate_users && ${names}::text[]
          or (cardinality(t.candidate_groups) = 0 and cardinality(t.candidate_users) = 0))`,
      ];
    }
  }
}
