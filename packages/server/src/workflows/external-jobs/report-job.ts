import type { Command } from '@millrace/engine';
import type { Lease } from '../../jobs/records/job.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { conflict, notFound } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import { type RoleOperation, requireVersionId, writingWork } from '../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Caller } from '../../use-case/caller.js';
import { type LockedReport, lockReport } from '../records/find-run.js';
import { advanceRun, type RunId } from '../run/advance-run.js';
import { mapRejections } from '../run/map-rejections.js';
import type { WorkflowDeps } from '../run/workflow-deps.js';
import { requireJobType } from './require-job-type.js';

/** What every report about an external job names. */
export interface ReportRequest {
  readonly subProjectId: string;
  readonly jobKey: string;
  readonly token: string;
}

/** A job whose lease the caller holds, in the transaction that reports about it and has locked it. */
export interface Report extends LockedReport {
  readonly tx: Transaction;
  readonly subProject: SubProject;
  readonly lease: Lease;
}

/** 1009: the caller no longer holds the lease of the job. */
export const notActive = (): CatalogueError =>
  conflict('The job is no longer active under this token: its lease is over, or it has been reported.');

/**
 * What all reports about an external job have in common: the job exists, the caller may work on its type, and the token is
 * that of its current activation. The run, the job and the process are locked before, by one statement.
 *
 * @throws CatalogueError 1202, 1209, 1200 (404) for an unknown job, 1009 for any other token, and what `report` throws
 */
export async function reportJob<T extends object>(
  deps: WorkflowDeps,
  caller: Caller,
  operation: RoleOperation,
  request: ReportRequest,
  report: (active: Report) => Promise<T>,
): Promise<T> {
  return writingWork(deps.subProjects, caller, request.subProjectId, operation, ({ subProject, access, write }) =>
    write(async (tx) => {
      const { jobKey, token } = request;
      const locked = await lockReport(tx, subProject.id, jobKey);
      if (locked === undefined) throw notFound('job', jobKey);
      requireVersionId(subProject, locked.versionId);
      const { job } = locked;
      requireJobType(access, job.type);
      if (!job.open || !job.leased || String(job.fence) !== token) throw notActive();
      const lease = { subProjectId: subProject.id, id: job.id, fence: job.fence };
      return report({ tx, subProject, ...locked, lease });
    }),
  );
}

/**
 * Gives the run the command that a report means.
 *
 * @throws CatalogueError 1009 when the command does not fit the run
 */
export const advanceByReport = (
  deps: WorkflowDeps,
  caller: Caller,
  { tx, subProject, run, process }: Report,
  command: Command,
): Promise<RunId> =>
  mapRejections(() =>
    advanceRun(tx, deps, { actor: caller, subProject, run, process, isProcessLocked: true, command }),
  );
