import { errorIds } from '../../../kernel/errors/error-ids.js';
import { conflict, invalidMember, invalidValue } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import { readDraftTarget } from '../../drafts/read-draft-target.js';
import { countDrafts, insertDraft, replaceDraft } from '../../records/draft-queries.js';

const LARGEST_BYTES = 256 * 1024;
const MOST_DRAFTS = 200;

/**
 * Saves a draft of the caller. Two devices do not overwrite each other: who saves must name the version that was there.
 *
 * @throws CatalogueError 1207, 1200, 1232 for more than 256 kB, 1009 when the draft is another one by now or there are too many
 */
export const saveDraft = (): UseCase<'saveDraft'> => async (caller, request) => {
  const target = readDraftTarget(caller.principal, request, errorIds.mayNotUpdate);
  const before = readVersion(request.version);
  const bytes = Buffer.byteLength(JSON.stringify(request.value));
  if (bytes > LARGEST_BYTES) {
    const detail = `The draft has ${bytes} bytes of JSON; at most ${LARGEST_BYTES} are kept.`;
    throw invalidValue(detail, [{ pointer: '/value', detail }]);
  }
  return caller.write(async (tx) => {
    if (before === undefined && (await countDrafts(tx, target.userId, MOST_DRAFTS)) >= MOST_DRAFTS) {
      throw conflict(`You have ${MOST_DRAFTS} drafts. Delete some first.`);
    }
    const saved =
      before === undefined
        ? await insertDraft(tx, target, request.value)
        : await replaceDraft(tx, target, before, request.value);
    if (saved === undefined) {
      throw conflict(
        'The draft is not as it was: it was saved or deleted elsewhere. Read it with getDraft, then save it.',
      );
    }
    return { version: String(saved.version), updatedTs: saved.updatedTs.toISOString() };
  });
};

/** @throws CatalogueError 1200 */
function readVersion(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw invalidMember('/version', 'version must be the one that getDraft or saveDraft answered.');
}
