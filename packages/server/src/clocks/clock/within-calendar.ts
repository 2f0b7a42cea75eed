import { ExpressionError } from '@millrace/engine';

/** The result of `work`, or `otherwise` when a calendar does not reach so far. */
export function withinCalendar<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ExpressionError) return otherwise;
    throw error;
  }
}
