import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest work in one go: other requests are served between two of them. */
const SLICE_MS = 20;

/** Hands out items one by one and lets the event loop turn when their work took longer than a slice. */
export async function* inTimeSlices<T>(items: Iterable<T>): AsyncGenerator<T, void, void> {
  let begun = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - begun < SLICE_MS) continue;
    await nextTurn();
    begun = performance.now();
  }
}

/** Milliseconds of such work in this turn. There is one event loop in a process, so there is one of these. */
let spent = 0;
/** Those who wait for the next turn, in the order in which they asked. */
let waiting: (() => void)[] = [];

function beginTurn(): void {
  spent = 0;
  const admitted = waiting;
  waiting = [];
  for (const admit of admitted) admit();
}

/**
 * Does synchronous work that can be long. When such work has taken a slice in this turn of the event loop, it waits for
 * the next one: of many requests that arrive together, each lets others through.
 */
export async function inTurn<T>(work: () => T): Promise<T> {
  // Whoever finds the turn spent again asks behind the others: long work that comes back for each of its slices cannot keep them out.
  while (spent >= SLICE_MS) await new Promise<void>((admit) => void waiting.push(admit));
  const begun = performance.now();
  try {
    return work();
  } finally {
    if (spent === 0) setImmediate(beginTurn);
    spent += performance.now() - begun;
  }
}

/**
 * Takes the steps of long synchronous work a slice at a time, in turn with all other such work, and returns what the last step
 * returns. No slice is longer than the others' work by more than one step.
 *
 * @throws what a step throws
 */
export async function takeSteps<T>(steps: Iterator<void, T, void>): Promise<T> {
  for (;;) {
    const { done, value } = await inTurn(() => takeSlice(steps));
    if (done === true) return value;
  }
}

function takeSlice<T>(steps: Iterator<void, T, void>): IteratorResult<void, T> {
  const end = performance.now() + SLICE_MS - spent;
  for (;;) {
    const step = steps.next();
    if (step.done === true || performance.now() >= end) return step;
  }
}
