import { conflict } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import type { Caller } from '../../use-case/caller.js';
import { issueToken, linkPath } from '../one-time-links/one-time-links.js';

/** What a change has made: its answer without a link, and the link whose address the answer is to show. */
export interface LinkMade<Answer extends object> {
  readonly answer: Answer;
  readonly linkId: string | undefined;
}

/**
 * Runs a change that may make a link, and answers with the address of the link. As with the secrets of clients (D11) the address stays
 * out of the answer that an Idempotency-Key keeps: a repeated request is told how to get another one.
 *
 * @param remedy what makes another link
 * @throws CatalogueError 1009 for a repeated request whose answer had the address
 */
export async function showLink<Answer extends object>(
  caller: Caller,
  publicUrl: string,
  remedy: string,
  work: (tx: Transaction) => Promise<LinkMade<Answer>>,
): Promise<{ readonly answer: Answer; readonly link: string | null }> {
  let link: string | null | undefined;
  const kept = await caller.write(async (tx) => {
    const { answer, linkId } = await work(tx);
    link = linkId === undefined ? null : `${publicUrl}${linkPath(await issueToken(tx, linkId))}`;
    return { answer, wasShown: link !== null };
  });
  if (link !== undefined) return { answer: kept.answer, link };
  if (!kept.wasShown) return { answer: kept.answer, link: null };
  throw conflict(
    `The request with this Idempotency-Key was carried out before and its link was shown then; only its hash is stored. ${remedy}`,
  );
}
