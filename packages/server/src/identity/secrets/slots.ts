import { rateLimited } from '../../kernel/errors/access-errors.js';

/** Runs a bounded number of works at a time, first come first served, and refuses when too many wait. */
export interface Slots {
  /** @throws CatalogueError 1003 when the queue is full */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** What a guess does in its turn. As many guesses as there are turns are between the two at most. */
export interface Turn {
  /** May refuse the guess. */
  before(): Promise<void>;
  /** Counts a wrong guess. The next has its turn only after that. */
  wrong(): Promise<void>;
}

/** @param maximum works at a time; @param waiting works that may queue behind them */
export function createSlots(maximum: number, waiting: number): Slots {
  const queue: (() => void)[] = [];
  let running = 0;
  const enter = async (): Promise<void> => {
    if (running < maximum) {
      running += 1;
      return;
    }
    if (queue.length >= waiting) {
      throw rateLimited('Too many sign-ins are waiting. Try again in a few seconds.', 5);
    }
    // The next in the queue gets the slot directly, so that no later caller can take it first.
    await new Promise<void>((resolve) => queue.push(resolve));
  };
  const leave = (): void => {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  };
  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
