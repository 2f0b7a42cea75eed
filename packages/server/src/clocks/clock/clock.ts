import type { ClockSummary } from '../../processes/records/clocks/clocks.js';

/** How a clock stands. BREACHED: its budget was used up before it ended, also while it runs on. */
export type ClockState = ClockSummary['state'];

/** One thing that happened to a clock. */
export interface LedgerEntry {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly what: 'started' | 'paused' | 'resumed' | 'budget' | 'breached' | 'stopped' | 'cancelled';
  /** Of a start and a changed budget: as the document writes it. */
  readonly budget?: string;
}

/** A clock as it is stored. Instants are epoch milliseconds; what it counts is time of its calendar. */
export interface Clock extends ClockSummary {
  readonly state: ClockState;
  readonly startedTs: number;
  readonly budget: string;
  readonly budgetMs: number;
  /** Without the time since it last began to run. */
  readonly consumedMs: number;
  /** Since when it runs; null: it is paused or has ended. */
  readonly since: number | null;
  /** Null while it is paused. */
  readonly dueTs: number | null;
  readonly breachedTs: number | null;
  readonly endedTs: number | null;
  /** The last instant that it was judged at. */
  readonly lastTs: number;
  /** Rungs that were reached. */
  readonly fired: readonly string[];
  readonly ledger: readonly LedgerEntry[];
}
