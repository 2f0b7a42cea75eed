/** How often at most the page asks again, in milliseconds. */
const INTERVAL = 1000;

export interface RefresherDeps {
  /** Asks again for what is shown of these reads. */
  refresh(reads: ReadonlySet<string>): void;
  isVisible(): boolean;
  now(): number;
  /** Calls back after some milliseconds; returns how to call it off. */
  after(milliseconds: number, task: () => void): () => void;
}

export interface Refresher {
  /** These reads may have changed. */
  touch(reads: Iterable<string>): void;
  /** The page is seen again: what was put off happens now. */
  wake(): void;
  stop(): void;
}

/** Gathers what changed, so that many events cause one refresh a second, and none while nobody looks. */
export function createRefresher({ refresh, isVisible, now, after }: RefresherDeps): Refresher {
  let touched = new Set<string>();
  let last = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  const flush = (): void => {
    cancel = undefined;
    if (touched.size === 0 || !isVisible()) return;
    const reads = touched;
    touched = new Set();
    last = now();
    refresh(reads);
  };
  const plan = (): void => {
    if (cancel !== undefined || touched.size === 0 || !isVisible()) return;
    cancel = after(Math.max(0, last + INTERVAL - now()), flush);
  };
  return {
    touch(reads) {
      for (const read of reads) touched.add(read);
      plan();
    },
    wake: plan,
    stop: () => cancel?.(),
  };
}
