/** What a run of requests amounts to: how many a second, and how long they took in milliseconds. */
export function figuresOf(milliseconds, seconds) {
  const sorted = Float64Array.from(milliseconds).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: sorted.length / seconds, p50: at(0.5), p99: at(0.99), count: sorted.length };
}

/**
 * Runs `once` in so many loops at a time for so long, after a quarter of that time to warm up.
 *
 * @param {(loop: number) => Promise<void>} once
 */
export async function measure(once, { concurrency, seconds, most = 1_000_000 }) {
  const warm = performance.now() + seconds * 250;
  const end = warm + seconds * 1000;
  const times = [];
  const loop = async (number) => {
    for (;;) {
      const begun = performance.now();
      if (begun >= end || times.length >= most) return;
      await once(number);
      if (begun >= warm) times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, number) => loop(number)));
  return figuresOf(times, (performance.now() - warm) / 1000);
}
