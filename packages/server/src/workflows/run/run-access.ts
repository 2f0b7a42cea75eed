import type { ErrorId } from '@millrace/contract';
import type { Access } from '../../access/authorize.js';
import { mayNotCall } from '../../kernel/errors/access-errors.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { notFound } from '../../kernel/errors/request-errors.js';
import type { Queryable, Transaction } from '../../postgres/database.js';
import { rowCondition } from '../../processes/records/visibility/process-visibility.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { type FoundRun, findRun, lockRun } from '../records/find-run.js';
import type { RunRow } from '../records/run-row.js';

/** 1200 with 404: an id that is present but names nothing (D14). */
export const unknownRun = (runId: string): CatalogueError => notFound('run', runId, ' in this sub-project');

/**
 * The decision for one workflow: only roles whose `call` list has it count (D12).
 *
 * @throws CatalogueError 1209 when no role of the caller has the workflow in its `call` list
 */
export function accessToWorkflow(access: Access, workflowKey: string): Access {
  if (access.unrestricted) return access;
  const roles = access.roles.filter((role) => role.call?.has(workflowKey) === true);
  if (roles.length === 0) {
    throw mayNotCall(`No role of the caller may call the workflow "${workflowKey}".`);
  }
  return { ...access, roles };
}

/** A run that a request names. */
export interface RunTarget {
  readonly subProject: SubProject;
  readonly access: Access;
  readonly runId: string;
  /** Error for a run on a process outside the row filter; by default 1210 (D13). */
  readonly outside?: ErrorId;
}

/**
 * Reads a run on a process that the decision covers.
 *
 * @throws CatalogueError 1200 (404) when there is no such run, then `outside`
 */
export async function findVisibleRun(db: Queryable, target: RunTarget): Promise<RunRow> {
  const { subProject, access, runId } = target;
  const key = { subProjectId: subProject.id, id: runId };
  return requireVisible(await findRun(db, key, rowCondition(subProject, access)), target);
}

/**
 * As {@link findVisibleRun} with the run's row locked until the transaction ends.
 *
 * @throws CatalogueError as {@link findVisibleRun}
 */
export async function lockVisibleRun(tx: Transaction, target: RunTarget): Promise<RunRow> {
  const { subProject, access, runId } = target;
  const key = { subProjectId: subProject.id, id: runId };
  return requireVisible(await lockRun(tx, key, rowCondition(subProject, access)), target);
}

/** The caller may not see the process of a run. */
export const outsideTheRows = (id: ErrorId = errorIds.outsideRowFilter): CatalogueError =>
  new CatalogueError(id, 'The run is on a process outside the row filter of the caller’s roles.');

function requireVisible(run: FoundRun | undefined, { runId, outside }: RunTarget): RunRow {
  if (run === undefined) throw unknownRun(runId);
  if (run.covered !== true) {
    throw outsideTheRows(outside);
  }
  return run;
}
