const LONGEST_MS = 24 * 3600_000;
const SHORTEST_MS = 1000;

/**
 * Milliseconds a `Retry-After` field (RFC 9110, 10.2.3: seconds or a date) asks to wait, kept between 1 s and 24 h so that
 * another system can neither hurry us nor park a run for years. Undefined when it says nothing usable.
 *
 * @param now Unix milliseconds
 */
export function retryAfterMs(field: string | undefined, now: number): number | undefined {
  if (field === undefined) return undefined;
  const wait = /^\d+$/.test(field.trim()) ? Number(field) * 1000 : Date.parse(field) - now;
  return Number.isNaN(wait) ? undefined : Math.min(LONGEST_MS, Math.max(SHORTEST_MS, wait));
}
