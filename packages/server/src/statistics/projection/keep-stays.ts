import { followEach } from '../../events/reading/follow-each.js';
import { nextEvents } from '../../events/records/event-log.js';
import type { Log } from '../../kernel/log.js';
import { type Database, transaction } from '../../postgres/database.js';
import { findBehind, lockPosition, storePosition } from '../records/positions.js';
import { storeEntries } from '../records/stays.js';
import { entriesOf, movingTypes } from './entries-of.js';

/** Events of one transaction. */
const EVENTS = 500;

/** Keeps how long processes were in their states and stages. */
export interface Stays {
  /** Works off the event log of every sub-project. Periodic maintenance calls it. */
  keep(): Promise<void>;
}

/**
 * Turns the event log into stays (D134). Any number of servers may do it at once: a sub-project is taken by one transaction at
 * a time, which stores the stays together with the position in the log. So a crash neither loses nor repeats anything.
 */
export function createStays({ db, log }: { readonly db: Database; readonly log: Log }): Stays {
  return {
    keep: async () => followEach({ name: 'statistics', log }, await findBehind(db), (id) => keepNext(db, id)),
  };
}

/** @returns whether there may be more */
function keepNext(db: Database, subProjectId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const stored = await lockPosition(tx, subProjectId);
    if (stored === undefined) return false;
    const from = { subProjectId, position: stored.position, limit: EVENTS };
    const { events, next, hasMore, hasMissed } = await nextEvents(tx, from, movingTypes);
    const entries = events.flatMap(entriesOf);
    if (entries.length > 0) await storeEntries(tx, subProjectId, entries);
    // The log had lost events that were not counted: what is known begins with those it has.
    const sinceTs = hasMissed ? (events[0]?.createdTs ?? stored.sinceTs) : stored.sinceTs;
    await storePosition(tx, subProjectId, { position: next, sinceTs });
    return hasMore;
  });
}
