import { type DraftKind, draftKinds, type ErrorId } from '@millrace/contract';
import { invalidMember } from '../../kernel/errors/request-errors.js';
import type { Principal } from '../../use-case/caller.js';
import type { DraftKey } from '../records/draft-queries.js';
import { requireUnlimited } from '../sessions/whose.js';

/**
 * The draft of the caller that a request is about.
 *
 * @param denied error of the operation for a token with scopes
 * @throws CatalogueError 1200 for an unknown kind, `denied`
 */
export function readDraftTarget(
  principal: Principal,
  request: { readonly kind: string; readonly key: string },
  denied: ErrorId,
): DraftKey & { readonly kind: DraftKind } {
  const { userId } = requireUnlimited(principal, denied);
  const kind = draftKinds.find((one) => one === request.kind);
  if (kind === undefined) throw invalidMember('/kind', `kind must be ${draftKinds.join(' or ')}.`);
  return { userId, kind, key: request.key };
}
