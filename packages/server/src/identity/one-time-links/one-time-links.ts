import { createHash, randomBytes } from 'node:crypto';
import { newId } from '../../kernel/identifiers.js';
import type { Queryable, Transaction } from '../../postgres/database.js';
import {
  findLinkByHash,
  insertLink,
  insertLinkToken,
  type LinkPurpose,
  type LinkRow,
  takeLinkByHash,
} from '../records/joining/one-time-link-queries.js';

export interface NewLink<Purpose extends LinkPurpose> {
  readonly purpose: Purpose;
  /** Whom or what it is about: see {@link LinkPurpose}. */
  readonly subject: string;
  /** What the use needs; no secrets. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly expiresTs: Date;
}

/** Creates a link that nobody knows an address of yet: see {@link issueToken}. @returns its id */
export async function createLink<Purpose extends LinkPurpose>(
  tx: Transaction,
  link: NewLink<Purpose>,
): Promise<string> {
  const id = newId();
  const { purpose, subject, data = {}, expiresTs } = link;
  await insertLink(tx, { id, purpose, subject, data, createdTs: new Date(), expiresTs });
  return id;
}

/**
 * Makes a secret of a link, 256 random bits in base64url. Only its hash is stored, so it can be shown or sent now and never
 * again; a link may have several, and the use of one ends all.
 */
export async function issueToken(tx: Transaction, linkId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertLinkToken(tx, linkId, hashOf(token));
  return token;
}

/** The path of a link below the public address. The secret stands in it: see D83. */
export const linkPath = (token: string): string => `/link/${token}`;

/** What a link is, and whether it can be used now. Changes nothing, so mail scanners may call it. */
export const lookAtLink = (db: Queryable, token: string): Promise<LinkRow | undefined> =>
  findLinkByHash(db, hashOf(token));

/**
 * Uses a link: of any number of requests at once, one gets it.
 *
 * @returns undefined for a link that is unknown, used, revoked, expired or for another purpose
 */
export const takeLink = (tx: Transaction, token: string, purpose: LinkPurpose): Promise<LinkRow | undefined> =>
  takeLinkByHash(tx, hashOf(token), purpose);

/** The secret is random, so a hash without salt and cost cannot be reversed; a look-up by it leaks nothing by its time. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
