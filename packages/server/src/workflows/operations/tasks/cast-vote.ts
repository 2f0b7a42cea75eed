import { operations } from '@millrace/contract';
import { principalId, type UseCase } from '../../../use-case/caller.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { decideTask } from '../../tasks/decide-task.js';
import { readVote } from '../../tasks/read-vote.js';
import { FormValidator } from '../../tasks/task-form.js';

/**
 * Votes on a task that several persons decide. The vote is judged and stored in the transaction that holds the lock of the run.
 *
 * @throws CatalogueError 1202, 1209 when the caller may not vote or the signature is missing or not valid, 1200 (404) for an unknown
 * task, 1210, 1209 (409) when the task is no longer open, 1009 when the caller has voted, the task has no votes or something else was
 * signed, 1232 when a reason is missing or the payload does not fit the form
 */
export const castVote = (deps: WorkflowDeps): UseCase<'castVote'> => {
  const forms = new FormValidator();
  return async (caller, { signature, ...request }) => {
    const readIn = await readVote(deps, caller, operations.castVote, request);
    const userId = principalId(caller.principal);
    const signed = signature && {
      at: new Date(signature.at),
      prove: (tx: Parameters<typeof readIn>[0], statement: string) =>
        deps.signing.prove(tx, { userId, statement, answer: signature.passkey }),
    };
    return caller.write(async (tx) => {
      const { vote, ...decided } = await decideTask(tx, deps, forms, { ...(await readIn(tx)), signed });
      if (vote === undefined) throw new Error(`a vote on the task ${request.taskId} was not counted`);
      const { result, approvals, rejections, quorum } = vote;
      return { ...decided, result, approvals, rejections, quorum };
    });
  };
};
