import type { Command } from '@millrace/engine';
import type { Lease } from '../../jobs/records/job.js';
import { findExternalJob, lockLease, type ReportedJob } from '../../jobs/records/lease-reports.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { conflict, notFound } from '../../kernel/errors/request-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import { findProcess } from '../../processes/records/processes/find-process.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import { type RoleOperation, requireVersionId, writingWork } from '../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Caller } from '../../use-case/caller.js';
import { lockRun } from '../records/find-run.js';
import type { RunRow } from '../records/run-row.js';
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

/** A job whose lease the caller holds, in the transaction that reports about it. */
export interface Report {
  readonly tx: Transaction;
  readonly subProject: SubProject;
  readonly job: ReportedJob;
  readonly lease: Lease;
}

/** 1009: the caller no longer holds the lease of the job. */
export const notActive = (): CatalogueError =>
  conflict('The job is no longer active under this token: its lease is over, or it has been reported.');

/**
 * What all reports about an external job have in common: the job exists, the caller may work on its type, and the token is
 * that of its current activation.
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
      const job = isUuid(jobKey) ? await findExternalJob(tx, subProject.id, jobKey) : undefined;
      if (job === undefined) throw notFound('job', jobKey);
      requireVersionId(subProject, job.versionId);
      requireJobType(access, job.type);
      if (!job.open || !job.leased || String(job.fence) !== token) throw notActive();
      return report({ tx, subProject, job, lease: { subProjectId: subProject.id, id: job.id, fence: job.fence } });
    }),
  );
}

/**
 * Gives the run the command that a report means. The run is locked first, then the job; the lease is checked under both locks.
 *
 * @throws CatalogueError 1009 when the lease is over or the command does not fit the run
 */
export async function advanceByReport(
  deps: WorkflowDeps,
  caller: Caller,
  { tx, subProject, job, lease }: Report,
  command: Command,
): Promise<RunId> {
  const locked = await lockReported(tx, subProject, job, lease);
  return mapRejections(() => advanceRun(tx, deps, { actor: caller, subProject, ...locked, command }));
}

/** Locks the run of a reported job and then the job, and reads the process. @throws CatalogueError 1009 when the lease is over */
export async function lockReported(
  tx: Transaction,
  subProject: SubProject,
  job: ReportedJob,
  lease: Lease,
): Promise<{ readonly run: RunRow; readonly process: ProcessRow }> {
  const [run, isLeased, process] = await Promise.all([
    lockRun(tx, { subProjectId: subProject.id, id: job.runId }),
    lockLease(tx, lease),
    findProcess(tx, subProject.id, job.processId),
  ]);
  if (run === undefined || process === undefined || !isLeased) throw notActive();
  return { run, process };
}
