import { mayAdminister } from '../../../access/require-administrator.js';
import { boundedMetaOf } from '../../../filters/counting.js';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { parsePage } from '../../../filters/paging.js';
import { errorIds } from '../../../kernel/errors/error-ids.js';
import { deliveriesOf } from '../../../mail/records/mails.js';
import type { UseCase } from '../../../use-case/caller.js';
import { invitationView } from '../../joining/invitation-view.js';
import type { JoiningDeps } from '../../joining/joining-deps.js';
import { countInvitations, invitationPage } from '../../records/joining/invitation-queries.js';
import { requireUnlimited } from '../../sessions/whose.js';

/** Lists invitations, the newest first, with what became of their e-mails: all for administrators, for others those that they made. */
export const getInvitations =
  ({ db }: JoiningDeps): UseCase<'getInvitations'> =>
  async (caller, request) => {
    const { principal } = caller;
    const invitedBy = mayAdminister(principal) ? undefined : requireUnlimited(principal, errorIds.mayNotRead).userId;
    const page = parsing(metaErrorIds, () => parsePage(request));
    const wanted = { state: request.state, email: request.email, invitedBy };
    const [rows, total] = await Promise.all([invitationPage(db, wanted, page), countInvitations(db, wanted)]);
    const deliveries = await deliveriesOf(
      db,
      rows.map(({ linkId }) => linkId),
    );
    return {
      meta: boundedMetaOf(page, total),
      invitations: rows.map((row) => invitationView(row, deliveries.get(row.linkId))),
    };
  };
