import { errorIds } from '../../../kernel/errors/error-ids.js';
import type { UseCase } from '../../../use-case/caller.js';
import { readDraftTarget } from '../../drafts/read-draft-target.js';
import { removeDraft } from '../../records/draft-queries.js';

/** Deletes a draft of the caller, if it is there. */
export const deleteDraft = (): UseCase<'deleteDraft'> => async (caller, request) => {
  const target = readDraftTarget(caller.principal, request, errorIds.mayNotUpdate);
  return caller.write(async (tx) => {
    await removeDraft(tx, target);
    return { status: 'success', message: 'The draft is deleted.' };
  });
};
