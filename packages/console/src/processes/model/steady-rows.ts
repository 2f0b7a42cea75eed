import type { Process } from './schema.js';

/** Rows as the reader sees them: page by page, in the order in which they came first. */
export interface SteadyRows {
  readonly total: number | undefined;
  readonly pages: ReadonlyMap<number, readonly Process[]>;
  /** Whether other rows would stand here if the list was read anew. */
  readonly hasMoved: boolean;
}

export interface FreshPage {
  readonly page: number;
  readonly processes: readonly Process[] | undefined;
  readonly total: number | undefined;
}

export const noRows: SteadyRows = { total: undefined, pages: new Map(), hasMoved: false };

/**
 * What is shown when answers come: rows stay where the reader saw them and show their newest values. A row that belongs
 * elsewhere by now stays as it was last read.
 */
export function steadied(before: SteadyRows, fresh: readonly FreshPage[]): SteadyRows {
  const newest = new Map(fresh.flatMap(({ processes = [] }) => processes.map((process) => [process.id, process])));
  const pages = new Map<number, readonly Process[]>();
  let hasMoved = false;
  for (const { page, processes } of fresh) {
    const shown = before.pages.get(page);
    if (shown === undefined) {
      if (processes !== undefined) pages.set(page, processes);
      continue;
    }
    pages.set(
      page,
      shown.map((process) => newest.get(process.id) ?? process),
    );
    if (processes !== undefined && idsOf(processes) !== idsOf(shown)) hasMoved = true;
  }
  const total = before.total ?? fresh.find((each) => each.total !== undefined)?.total;
  return { total, pages, hasMoved };
}

const idsOf = (processes: readonly Process[]): string => processes.map(({ id }) => id).join();
