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
  /** The number whose processes are listed: of which state or stage, and what it counts. */
  readonly value?: string | undefined;
  readonly of?: Counted['of'] | undefined;
  readonly old?: number | undefined;
}

/** A number of the table. */
export interface Counted {
  readonly value: string;
  readonly of: 'now' | 'entered' | 'left';
  /** Of now: only those that stay for so many days or longer. */
  readonly old?: number | undefined;
}

/** Reads which number is listed; undefined: none. */
export function readCounted({ value, of, old }: FlowSearch): Counted | undefined {
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return undefined;
  const kind = of === 'entered' || of === 'left' ? of : 'now';
  return { value: String(value), of: kind, ...(kind === 'now' && typeof old === 'number' && old > 0 ? { old } : {}) };
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
