import { linkNotUsable } from '../../kernel/errors/access-errors.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { Queryable, Transaction } from '../../postgres/database.js';
import { lookAtLink, takeLink } from '../one-time-links/one-time-links.js';
import type { LinkPurpose, LinkRow } from '../records/joining/one-time-link-queries.js';
import { lockUser } from '../records/user-queries.js';

/** Who has the secret of a link may know what became of it. */
const reasons = {
  used: 'The link was used already.',
  revoked: 'The link was withdrawn, or replaced by a newer one.',
  expired: 'The link has expired.',
  unknown: 'The link is not valid. Check that its address was copied as a whole.',
} as const;

/** The error of a link that cannot be used for a purpose. */
export const notUsable = (link: LinkRow | undefined, purpose: LinkPurpose): CatalogueError =>
  linkNotUsable(
    reasons[link === undefined || link.purpose !== purpose || link.state === 'open' ? 'unknown' : link.state],
  );

/**
 * A link that can be used now, looked at before work that costs much. It may be used by another request meanwhile, so
 * {@link useLink} decides.
 *
 * @throws CatalogueError 1019
 */
export async function requireOpenLink(db: Queryable, token: string, purpose: LinkPurpose): Promise<LinkRow> {
  const link = await lookAtLink(db, token);
  if (link?.purpose !== purpose || link.state !== 'open') throw notUsable(link, purpose);
  return link;
}

/**
 * Uses a link, once. A link about a user locks the user first, as everyone does who ends the links of a user.
 *
 * @throws CatalogueError 1019
 */
export async function useLink(tx: Transaction, token: string, purpose: LinkPurpose): Promise<LinkRow> {
  const known = await lookAtLink(tx, token);
  if (known?.purpose === purpose && purpose !== 'invitation') await lockUser(tx, known.subject);
  const link = await takeLink(tx, token, purpose);
  if (link === undefined) throw notUsable(await lookAtLink(tx, token), purpose);
  return link;
}
