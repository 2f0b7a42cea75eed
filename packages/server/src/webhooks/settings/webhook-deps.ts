import type { ReadingDeps } from '../../events/reading/event-reading.js';
import type { Resolve } from '../../jobs/handlers/outbound/address-guard.js';
import type { Log } from '../../kernel/log.js';
import type { Sealing } from '../../kernel/sealing.js';
import type { Queryable } from '../../postgres/database.js';
import type { UserPrincipal } from '../../use-case/caller.js';

/** The user with this id as it is now; undefined when it is disabled or gone. */
export type FindOwner = (db: Queryable, userId: string) => Promise<UserPrincipal | undefined>;

/** What the cards of a server have in common. */
export interface CardSettings {
  /** Public address of the service. */
  readonly publicUrl: string;
  readonly language: 'en' | 'de';
}

/** What webhooks need. */
export interface WebhookDeps extends ReadingDeps {
  readonly findOwner: FindOwner;
  readonly sealing: Sealing;
  readonly log: Log;
  /** What cards lead to and are written in. */
  readonly cards: CardSettings;
  /** Channel of the hints that deliveries are due. */
  readonly channel: string;
  /** How host names become addresses; default: as the operating system does. */
  readonly resolve?: Resolve;
}
