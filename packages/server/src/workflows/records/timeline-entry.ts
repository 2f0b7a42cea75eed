import type { Variables } from '@millrace/engine';

/** One entry of a run's timeline as it is stored; its place in the row gives its sequence. */
export interface TimelineEntry {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly event: string;
  readonly elementId: string;
  readonly key: number;
  readonly scopeKey: number;
  readonly variables?: Variables;
  readonly message?: string;
}
