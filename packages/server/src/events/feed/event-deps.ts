import type { ReadingDeps } from '../reading/event-reading.js';
import type { EventFeed } from './event-feed.js';

/** What the operations on events need. */
export interface EventDeps extends ReadingDeps {
  readonly feed: EventFeed;
  /** Aborts when the server stops, so that streams and long polls end. */
  readonly stopping: AbortSignal;
}
