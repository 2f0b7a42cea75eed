import type { Command, Effect } from '@millrace/engine';
import type { Transaction } from '../../postgres/database.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { judgeVoters, type PeopleById } from './electorate.js';
import { explainExcluded } from './explain-obstacle.js';
import type { SeparatedPerson } from './separation.js';

type ResolveVoters = Extract<Effect, { type: 'resolveVoters' }>;

/** The run whose task is about to open. */
export interface OpeningTask {
  readonly subProject: SubProject;
  readonly run: { readonly id: string; readonly workflowId: string };
  readonly process: ProcessRow;
  readonly decidedNow: readonly SeparatedPerson[];
}

/** Counts who can vote on a task that is about to open; with too few, says who is excluded and why. */
export async function resolveVoters(
  tx: Transaction,
  peopleById: PeopleById,
  { subProject, run, process, decidedNow }: OpeningTask,
  { key, quorum, candidateGroups, candidateUsers, separation }: ResolveVoters,
): Promise<Command> {
  const workflowKey = subProject.workflows.find(({ id }) => id === run.workflowId)?.key ?? '';
  const alsoExcluded = decidedNow.filter(({ rule }) => separation.includes(rule));
  const question = { subProject, workflowKey, runId: run.id, process, candidateGroups, candidateUsers, separation };
  const judged = [...(await judgeVoters(tx, peopleById, { ...question, alsoExcluded })).values()];
  const possible = judged.filter(({ obstacles }) => obstacles.length === 0).length;
  const details = possible < quorum ? explainExcluded(judged) : undefined;
  return { type: 'votersResolved', key, possible, ...(details === undefined ? {} : { details }) };
}
