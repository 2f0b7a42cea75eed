import type { DraftKind, ErrorId } from '@millrace/contract';
import type { Principal } from '../../use-case/caller.js';
import type { DraftKey } from '../records/draft-queries.js';
import { requireUnlimited } from '../sessions/whose.js';

/**
 * The draft of the caller that a request is about.
 *
 * @param denied error of the operation for a token with scopes
 * @throws CatalogueError `denied`
 */
export function readDraftTarget(
  principal: Principal,
  request: { readonly kind: DraftKind; readonly key: string },
  denied: ErrorId,
): DraftKey & { readonly kind: DraftKind } {
  const { userId } = requireUnlimited(principal, denied);
  return { userId, kind: request.kind, key: request.key };
}
