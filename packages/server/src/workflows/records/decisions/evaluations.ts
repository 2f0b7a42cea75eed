import type { DecisionTrace } from '@millrace/engine';
import { type Fragment, type Queryable, sql } from '../../../postgres/database.js';
import { processOf } from '../../../processes/records/processes/process-row.js';

/** An evaluation of a decision by a run, as its timeline has it. */
export interface DecisionEntry {
  /** The decision that was called. */
  readonly decisionId: string;
  readonly definitionId: string;
  /** Key and number of the definition. */
  readonly key: string;
  readonly number: number;
  readonly value: unknown;
  readonly trace: DecisionTrace;
  /** Why there is no result. */
  readonly failure?: string;
}

/** Where the timeline of a run has an evaluation. */
export interface NewEvaluation {
  readonly id: string;
  readonly decisionId: string;
  readonly definitionId: string;
  /** Place among the timeline entries of the transaction, from 0. */
  readonly place: number;
}

/** The run whose timeline it is. @param firstSequence of the row of the timeline */
export const insertEvaluations = (
  run: { readonly id: string; readonly subProjectId: string; readonly processId: string },
  firstSequence: number,
  evaluations: readonly NewEvaluation[],
  at: Date,
): Fragment => sql`
  insert into decision_evaluations (sub_project_id, decision_id, id, definition_id, run_id, process_id, first_sequence,
    place, created_ts)
  select ${run.subProjectId}::uuid, "decisionId", id, "definitionId", ${run.id}::uuid, ${run.processId}::uuid,
    ${firstSequence}::integer, place, ${at}::timestamptz
  from json_to_recordset(${sql.json(evaluations)}::json) as evaluation
    (id uuid, "decisionId" text, "definitionId" uuid, place integer)`;

/** An evaluation of a run on a process that the caller may see. */
export interface PastEvaluation {
  readonly runId: string;
  readonly processId: string;
  readonly createdTs: Date;
  readonly decision: DecisionEntry;
}

/** How many evaluations are looked through for those that a row filter covers, for each that is wanted. */
const LOOKED_THROUGH = 20;

/**
 * The latest evaluations of a decision, newest first: those of processes that the condition covers. Cost grows with the
 * evaluations returned; with a condition that covers few processes, with twenty times as many.
 *
 * @param covered condition over the process `p`
 */
export async function listEvaluations(
  db: Queryable,
  { subProjectId, decisionId }: { readonly subProjectId: string; readonly decisionId: string },
  covered: Fragment,
  limit: number,
): Promise<readonly PastEvaluation[]> {
  return db<PastEvaluation>`
    select e.run_id as "runId", e.process_id as "processId", e.created_ts as "createdTs",
      t.entries -> e.place -> 'decision' as decision
    from (
      select e.* from (
        select * from decision_evaluations where sub_project_id = ${subProjectId} and decision_id = ${decisionId}
        order by id desc limit ${limit * LOOKED_THROUGH}) e
      join ${processOf(sql`e`)}
      where ${covered} order by e.id desc limit ${limit}) e
    join run_timeline t on t.sub_project_id = e.sub_project_id and t.run_id = e.run_id
      and t.first_sequence = e.first_sequence
    order by e.id desc`;
}
