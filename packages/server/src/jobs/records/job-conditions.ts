import { type Fragment, sql } from '../../postgres/database.js';
import type { RunKey } from './job.js';

// What statements of other features ask about jobs.

/** Whether a run has an open job or timer. @param run alias of `runs` */
export const hasOpenJob = (run: Fragment): Fragment => sql`exists (
  select from jobs where jobs.sub_project_id = ${run}.sub_project_id and jobs.run_id = ${run}.id and jobs.open)`;

/** Whether an open job still has to deliver a signal. @param signal alias of `signals` */
export const isBeingDelivered = (signal: Fragment): Fragment => sql`exists (
  select from jobs where jobs.sub_project_id = ${signal}.sub_project_id and jobs.signal_id = ${signal}.id and jobs.open)`;

/** The id of the open job of a run with an engine number, or null. @param elementKey expression of the statement */
export const openJobId = (run: RunKey, elementKey: Fragment): Fragment => sql`(
  select jobs.id from jobs where jobs.sub_project_id = ${run.subProjectId} and jobs.run_id = ${run.id} and jobs.open
    and jobs.kind in ('job', 'update') and jobs.element_key = ${elementKey})`;

/**
 * Whether the step of a run that waits for an engine number is still to be done. 0 stands for steps without a number.
 *
 * @param item alias of what has `sub_project_id`, `run_id` and `job_key`
 */
export const hasOpenStep = (item: Fragment): Fragment => sql`exists (
  select from jobs where jobs.sub_project_id = ${item}.sub_project_id and jobs.run_id = ${item}.run_id and jobs.open
    and jobs.kind in ('job', 'update', 'continue', 'decision') and jobs.element_key = ${item}.job_key)`;
