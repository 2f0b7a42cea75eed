import { errorIds } from '../../../kernel/errors/error-ids.js';
import type { UseCase } from '../../../use-case/caller.js';
import { linksOf } from '../../records/sso/link-queries.js';
import { linkOwner } from '../../sso/link-owner.js';
import { linkView } from '../../sso/providers/provider-view.js';
import type { SsoDeps } from '../../sso/sso-deps.js';

/** getIdentityLinks: the accounts that a person signs in with; one for each issuer. */
export const getIdentityLinks =
  ({ db }: Pick<SsoDeps, 'db'>): UseCase<'getIdentityLinks'> =>
  async ({ principal }, { userId }) => {
    const links = await linksOf(db, await linkOwner(db, principal, userId, errorIds.mayNotRead));
    return { links: links.map(linkView) };
  };
