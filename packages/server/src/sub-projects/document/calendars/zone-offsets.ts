const DAY_SECONDS = 86_400;

/**
 * The offsets of a time zone from UTC in a span of time, as this machine knows them: epoch seconds from which an offset counts, and the
 * offset in seconds.
 */
export function zoneOffsets(zone: string, from: number, until: number): (readonly [number, number])[] {
  const offsetAt = offsetsOf(zone);
  let offset = offsetAt(from);
  const changes: (readonly [number, number])[] = [[from, offset]];
  for (let at = from; at < until; at += DAY_SECONDS) {
    const next = offsetAt(at + DAY_SECONDS);
    if (next === offset) continue;
    changes.push([changeBetween(offsetAt, at, at + DAY_SECONDS), next]);
    offset = next;
  }
  return changes;
}

/** The first second with the offset that counts at `high`. */
function changeBetween(offsetAt: (at: number) => number, low: number, high: number): number {
  const before = offsetAt(low);
  let [old, changed] = [low, high];
  while (changed - old > 1) {
    const middle = Math.floor((old + changed) / 2);
    if (offsetAt(middle) === before) old = middle;
    else changed = middle;
  }
  return changed;
}

function offsetsOf(timeZone: string): (at: number) => number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = clock
      .format(at * 1000)
      .split(/\D+/)
      .map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - at;
  };
}
