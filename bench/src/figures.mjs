const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/**
 * What several rounds amount to: the median of their requests a second with the lowest and the highest, and how long the
 * requests of all rounds took, in milliseconds.
 *
 * @param {{ times: number[], seconds: number }[]} rounds
 */
export function figuresOf(rounds) {
  const rates = rounds.map(({ times, seconds }) => times.length / seconds);
  const sorted = Float64Array.from(rounds.flatMap(({ times }) => times)).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    perSecond: median(rates),
    least: Math.min(...rates),
    most: Math.max(...rates),
    p50: at(0.5),
    p99: at(0.99),
    count: sorted.length,
  };
}

/**
 * Runs `once` in so many loops at a time for so long, after a quarter of that time to warm up, or until it answers false
 * because there is nothing left to do.
 *
 * @param {(loop: number) => Promise<unknown>} once
 */
export async function measure(once, { concurrency, seconds, warmUp = seconds / 4 }) {
  const warm = performance.now() + warmUp * 1000;
  const end = warm + seconds * 1000;
  const times = [];
  let last = warm;
  const loop = async (number) => {
    for (;;) {
      const begun = performance.now();
      // A very busy machine gets longer, so that there is something to tell.
      if ((begun >= end && times.length > 0) || (await once(number)) === false) return;
      last = performance.now();
      if (begun >= warm) times.push(last - begun);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, number) => loop(number)));
  return { times, seconds: Math.max(0.001, (last - warm) / 1000) };
}
