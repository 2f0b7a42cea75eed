import type { Transaction } from '../../postgres/database.js';

/** The runs of a process, locked until the transaction ends: in the order of their ids, before the process is. */
export async function lockRunsOf(
  tx: Transaction,
  subProjectId: string,
  processId: string,
): Promise<{ readonly total: number; readonly unfinished: number }> {
  const rows = await tx<{ unfinished: boolean }>`
    select ended_ts is null as unfinished from runs
    where sub_project_id = ${subProjectId} and process_id = ${processId} order by id for update`;
  return { total: rows.length, unfinished: rows.filter(({ unfinished }) => unfinished).length };
}

/** Removes the runs of a process with their tasks, votes, links to tasks, incidents, waits and messages; their timeline is gone already. */
export async function eraseRunsOf(tx: Transaction, subProjectId: string, processId: string): Promise<void> {
  await tx`
    with gone as (
      delete from runs where sub_project_id = ${subProjectId} and process_id = ${processId} returning id
    ), incidents_gone as (
      delete from incidents where sub_project_id = ${subProjectId} and run_id in (select id from gone)
    ), subscriptions_gone as (
      delete from subscriptions where sub_project_id = ${subProjectId} and run_id in (select id from gone)
    ), evaluations_gone as (
      delete from decision_evaluations where sub_project_id = ${subProjectId} and process_id = ${processId}
    ), votes_gone as (
      delete from task_votes v using tasks t
      where t.sub_project_id = ${subProjectId} and t.process_id = ${processId}
        and v.sub_project_id = t.sub_project_id and v.task_id = t.id
    ), links_gone as (
      delete from task_links l using tasks t
      where t.sub_project_id = ${subProjectId} and t.process_id = ${processId}
        and l.sub_project_id = t.sub_project_id and l.task_id = t.id
    ), tasks_gone as (
      delete from tasks where sub_project_id = ${subProjectId} and process_id = ${processId}
    )
    delete from messages
    where sub_project_id = ${subProjectId} and (process_id = ${processId} or run_id in (select id from gone))`;
}
