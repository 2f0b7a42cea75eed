import { operations } from '@millrace/contract';
import { conflict } from '../../../kernel/errors/request-errors.js';
import { principalId, type UseCase } from '../../../use-case/caller.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { stateDecision } from '../../tasks/decide-task.js';
import { readVote } from '../../tasks/read-vote.js';
import { FormValidator } from '../../tasks/task-form.js';

/**
 * startApprovalSignature: the statement of a vote, and what a passkey of the caller needs to sign it. It decides nothing.
 *
 * @throws CatalogueError as castVote; 1009 also when the task asks for no signature or the caller has no passkey, 1003
 */
export const startApprovalSignature = (deps: WorkflowDeps): UseCase<'startApprovalSignature'> => {
  const forms = new FormValidator();
  return async (caller, request) => {
    const readIn = await readVote(deps, caller, operations.startApprovalSignature, request);
    return caller.write(async (tx) => {
      const at = new Date(deps.now());
      const { checked, statement } = await stateDecision(tx, deps, forms, await readIn(tx), at);
      if (checked.task.approval?.authentication !== 'stepUp') {
        throw conflict('This task asks for no signature: vote with castVote.');
      }
      const userId = principalId(caller.principal);
      const address = caller.sender?.address ?? '';
      const publicKey = await deps.signing.start(tx, { userId, address, statement });
      return { statement, at: at.toISOString(), publicKey };
    });
  };
};
