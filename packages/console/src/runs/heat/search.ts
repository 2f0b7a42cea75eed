import { type Measure, measures } from './heat.js';

export const periods = ['7', '30', '90', '365'] as const;
export const kinds = ['waiting', 'passed', 'cancelled'] as const;

/** What the address of the page says. */
export interface HeatSearch {
  readonly workflow?: string | undefined;
  readonly version?: string | undefined;
  readonly days?: (typeof periods)[number];
  readonly show?: Measure;
  /** The element whose runs are listed, and which of them. */
  readonly element?: string | undefined;
  readonly kind?: (typeof kinds)[number] | undefined;
}

type Given = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;

/** Reads the address; what does not fit is left out. A router reads a number where digits stand. */
export function readHeatSearch({ workflow, version, days, show, element, kind }: Given) {
  return {
    workflow: textOf(workflow),
    version: textOf(version),
    days: periods.find((one) => one === String(days)) ?? ('30' as const),
    show: measures.find((one) => one === show) ?? ('waiting' as const),
    element: textOf(element),
    kind: kinds.find((one) => one === kind),
  };
}
