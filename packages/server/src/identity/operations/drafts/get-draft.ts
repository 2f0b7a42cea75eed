import { errorIds } from '../../../kernel/errors/error-ids.js';
import type { Database } from '../../../postgres/database.js';
import type { UseCase } from '../../../use-case/caller.js';
import { readDraftTarget } from '../../drafts/read-draft-target.js';
import { findDraft } from '../../records/draft-queries.js';

/** Reads a draft of the caller. */
export const getDraft =
  ({ db }: { readonly db: Database }): UseCase<'getDraft'> =>
  async (caller, request) => {
    const target = readDraftTarget(caller.principal, request, errorIds.mayNotRead);
    const draft = await findDraft(db, target);
    if (draft === undefined) return { draft: null };
    const { value, version, updatedTs } = draft;
    return {
      draft: {
        kind: target.kind,
        key: target.key,
        value,
        version: String(version),
        updatedTs: updatedTs.toISOString(),
      },
    };
  };
