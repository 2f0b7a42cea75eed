import type { Sealing } from '../../kernel/sealing.js';
import type { Database } from '../../postgres/database.js';
import type { SignOutAddress } from './logout.js';
import type { Providers } from './providers/providers.js';
import type { RelyingParty } from './relying-party.js';
import type { SingleSignOn } from './single-sign-on.js';
import type { SyncClaimGroups } from './sync-groups.js';

/** What the operations on identity providers and linked accounts need. */
export interface SsoDeps {
  readonly db: Database;
  readonly providers: Providers;
  /** This service at the providers. */
  readonly openId: RelyingParty;
  readonly singleSignOn: Pick<SingleSignOn, 'startLink'>;
  readonly signOutAddress: SignOutAddress;
  readonly syncGroups: SyncClaimGroups;
  readonly sealing: Sealing;
  /** Public address of the service, without a slash at the end. */
  readonly publicUrl: string;
}
