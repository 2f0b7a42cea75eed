import type { Sealing } from '../../kernel/sealing.js';
import type { Database } from '../../postgres/database.js';
import type { GroupRolesPort } from '../groups/group-deps.js';
import type { Sessions } from '../sessions/sessions.js';
import { type BackChannelLogout, createBackChannelLogout, createSignOutAddress } from './logout.js';
import { OutboundError, type OutboundFetch } from './outbound-fetch.js';
import type { IdentityProvider } from './providers/provider.js';
import { createProviders } from './providers/providers.js';
import { createRelyingParty } from './relying-party.js';
import { createSingleSignOn, type SingleSignOn } from './single-sign-on.js';
import type { SsoDeps } from './sso-deps.js';
import { createSyncClaimGroups } from './sync-groups.js';

export interface WiringOptions {
  readonly db: Database;
  /** Of the settings. */
  readonly configured: readonly IdentityProvider[];
  /** Hosts, addresses and ranges that every provider may be reached at although they are private. */
  readonly privateHosts: readonly string[];
  readonly fetch: OutboundFetch;
  /** See {@link createRelyingParty}. */
  readonly keysCooldownMs?: number;
  readonly groupRoles: Pick<GroupRolesPort, 'changed'>;
  readonly sealing: Sealing;
  readonly sessions: Pick<Sessions, 'use'>;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  /** Clock, milliseconds since 1970. */
  readonly now: () => number;
}

/** What single sign-on is made of. */
export interface SingleSignOnParts extends SsoDeps {
  readonly singleSignOn: SingleSignOn;
  readonly backChannelLogout: BackChannelLogout;
}

/** Wires single sign-on; nothing is sent and no library loaded before somebody uses it. */
export function wireSingleSignOn(options: WiringOptions): SingleSignOnParts {
  const { db, sealing, sessions, publicUrl, now } = options;
  const providers = createProviders(options.configured, sealing);
  const party = createRelyingParty(options);
  const syncGroups = createSyncClaimGroups(options.groupRoles);
  return {
    db,
    providers,
    openId: party,
    syncGroups,
    sealing,
    publicUrl,
    singleSignOn: createSingleSignOn({ db, providers, party, sessions, syncGroups, sealing, publicUrl, now }),
    backChannelLogout: createBackChannelLogout({ db, providers, party, now }),
    signOutAddress: createSignOutAddress({ providers, sealing, publicUrl }),
  };
}

/** For installations that are not told how to send. */
export const refuseToSend: OutboundFetch = async (url) => {
  throw new OutboundError(`Nothing is sent to ${new URL(url).origin} from here.`);
};
