import { newId } from '../../kernel/identifiers.js';
import type { Log } from '../../kernel/log.js';
import { type Database, transaction } from '../../postgres/database.js';
import { systemPrincipal } from '../../use-case/caller.js';
import { auditInvitation } from '../joining/audit-joining.js';
import { createLink, issueToken, linkPath } from '../one-time-links/one-time-links.js';
import { insertInvitation, knowsAdministratorPerson } from '../records/joining/invitation-queries.js';
import { lockAdministrators } from '../records/user-queries.js';

const LIFETIME_MS = 24 * 3_600_000;

export interface FirstAdministratorOptions {
  readonly db: Database;
  /** Public address of the service, without a slash at the end. */
  readonly publicUrl: string;
  readonly log: Log;
}

/**
 * Invites the first person who administrates the installation: the log has a link that works once, for a day. It is written
 * once, also when several servers start. After that `inviteUser` with the credentials of the administrator makes another.
 */
export async function inviteFirstAdministrator({ db, publicUrl, log }: FirstAdministratorOptions): Promise<void> {
  const made = await transaction(db, async (tx) => {
    await lockAdministrators(tx);
    if (await knowsAdministratorPerson(tx)) return undefined;
    const id = newId();
    const createdTs = new Date();
    const expiresTs = new Date(createdTs.getTime() + LIFETIME_MS);
    const linkId = await createLink(tx, { purpose: 'invitation', subject: id, expiresTs });
    await insertInvitation(tx, {
      id,
      email: null,
      name: '',
      administrator: true,
      groupIds: [],
      memberships: [],
      linkId,
      invitedBy: 'system',
      invitedByName: systemPrincipal.name,
      createdTs,
      expiresTs,
    });
    const actor = { principal: systemPrincipal, traceId: 'administrator-bootstrap' };
    await auditInvitation(tx, actor, id, 'invitation.create', { before: null, after: { administrator: true } });
    return { link: `${publicUrl}${linkPath(await issueToken(tx, linkId))}`, expiresTs };
  });
  if (made === undefined) return;
  const { link, expiresTs } = made;
  log.info(
    { event: 'administrator-link', link, expiresTs },
    'open this link in a browser to become an administrator; it works once',
  );
}
