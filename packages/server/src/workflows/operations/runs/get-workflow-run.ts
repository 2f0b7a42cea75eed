import { operations, type RunDetail } from '@millrace/contract';
import { variablesOf } from '@millrace/engine';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { parseInclude } from '../../../filters/paging.js';
import { listOpenWork } from '../../../jobs/records/lease-reports.js';
import { type Queryable, transaction } from '../../../postgres/database.js';
import { fullyReadRows } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import { findDefinition } from '../../../sub-projects/records/definition-queries.js';
import { principalId, type UseCase } from '../../../use-case/caller.js';
import { heldDelegations } from '../../delegations/held-delegations.js';
import { allowedOnRun, allowedOnTasks } from '../../inbox/allowed-actions.js';
import { findRun } from '../../records/find-run.js';
import { listIncidents } from '../../records/incidents.js';
import type { RunRow } from '../../records/run-row.js';
import { listOpenTasks } from '../../records/tasks/find-tasks.js';
import { listWaits } from '../../records/waits.js';
import { hasEnded } from '../../run/advance-run.js';
import { presentRun } from '../../run/present-run.js';
import { findVisibleRun } from '../../run/run-access.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { readVariables } from '../../tasks/hidden-reasons.js';
import { presentTask } from '../../tasks/present-task.js';
import { namesInTasks } from '../../tasks/user-names.js';

/**
 * Reads a run and everything it waits for, from one snapshot. Reasons of votes are for who reads every field of the process (D125).
 *
 * @throws CatalogueError 1202, 1205, 1200 (404) for an unknown run, 1210
 */
export const getWorkflowRun =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects' | 'userNames' | 'peopleById' | 'now'>): UseCase<'getWorkflowRun'> =>
  async (caller, { subProjectId, runId, ...query }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.getWorkflowRun);
    const include = parsing(metaErrorIds, () => parseInclude(query.include, ['allowed', 'names'] as const));
    return transaction(
      deps.db,
      async (tx) => {
        const run = await findVisibleRun(tx, { subProject, access, runId });
        const readsAll = async () => (await findRun(tx, run, fullyReadRows(subProject, access)))?.covered === true;
        const variables = await readVariables(variablesOf(run.state), principalId(caller.principal), readsAll);
        const detail = { ...(await detailOf(tx, run)), variables };
        const names = include.has('names') ? { names: await namesInTasks(deps, tx, detail.tasks) } : {};
        if (!include.has('allowed')) return { run: presentRun(run), detail, ...names };
        const ids = detail.tasks.map(({ id }) => id);
        const delegations = await heldDelegations(tx, deps, {
          subProjects: [subProject],
          substituteId: principalId(caller.principal),
          now: new Date(deps.now()),
        });
        const allowed = await allowedOnTasks(tx, subProject, caller, { ids, delegations });
        const hasOpenIncident = detail.incidents.some(({ resolvedTs }) => resolvedTs === null);
        return {
          run: { ...presentRun(run), allowed: await allowedOnRun(tx, subProject, caller, run, hasOpenIncident) },
          detail: { ...detail, tasks: detail.tasks.map((task) => ({ ...task, allowed: allowed(task.id) })) },
          ...names,
        };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };

async function detailOf(db: Queryable, run: RunRow): Promise<Omit<RunDetail, 'variables'>> {
  const definition = await findDefinition(db, run.subProjectId, run.definitionId);
  const work = await listOpenWork(db, run);
  return {
    workflowVersion: String(definition?.number ?? 0),
    // An ended run keeps its root element, but only for the variables.
    active: (hasEnded(run.status) ? [] : run.state.items).map(({ key, el, up }) => ({
      key,
      elementId: el,
      scopeKey: up === 0 ? null : up,
    })),
    tasks: (await listOpenTasks(db, run)).map((task) => presentTask(task)),
    jobs: work
      .filter(({ kind }) => kind !== 'timer')
      .map((job) => ({
        key: job.id,
        type: job.type === '' ? job.kind : job.type,
        elementId: job.elementId,
        state: job.leased ? 'LEASED' : job.lastError === null ? 'OPEN' : 'FAILED',
        retries: job.retries,
        dueTs: job.dueTs.toISOString(),
        lastError: job.lastError,
      })),
    timers: work
      .filter(({ kind }) => kind === 'timer')
      .map(({ id, elementId, dueTs }) => ({ key: id, elementId, dueTs: dueTs.toISOString() })),
    waits: [...(await listWaits(db, run))],
    incidents: (await listIncidents(db, run)).map((incident) => ({
      id: incident.id,
      elementId: incident.elementId,
      kind: incident.kind,
      message: incident.message,
      jobKey: incident.jobId,
      createdTs: incident.createdTs.toISOString(),
      resolvedTs: incident.resolvedTs?.toISOString() ?? null,
    })),
  };
}
