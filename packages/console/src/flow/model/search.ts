/** The times that can be chosen, in days, each with the length of the parts that it is cut into. */
export const periods = {
  '7': 'day',
  '30': 'day',
  '90': 'day',
  '365': 'week',
} as const;

export type Period = keyof typeof periods;
export type By = 'state' | 'stageKey';

/** What the address says of the page. */
export interface FlowSearch {
  readonly by?: By;
  readonly days?: Period;
}

const isPeriod = (value: unknown): value is Period => typeof value === 'string' && Object.hasOwn(periods, value);

/** Reads the address; what does not fit is left out. A router reads a number where digits stand. */
export function readFlowSearch({ by, days }: { readonly by?: unknown; readonly days?: unknown }) {
  const period = String(days);
  return {
    by: by === 'stageKey' ? ('stageKey' as const) : ('state' as const),
    days: isPeriod(period) ? period : ('30' as const),
  };
}
