/**
 * Milliseconds that a `Retry-After` field asks to wait (RFC 9110, 10.2.3: seconds or a date), or undefined without one. A date
 * is compared with `sent`, the answer's own Date field, since the clock of the server may differ from the local one.
 */
export function retryAfterMs(field: string | null, sent: string | null, now: number): number | undefined {
  if (field === null) return undefined;
  if (/^\d+$/.test(field.trim())) return Number(field) * 1000;
  const date = Date.parse(field);
  if (Number.isNaN(date)) return undefined;
  const from = sent === null ? Number.NaN : Date.parse(sent);
  return Math.max(0, date - (Number.isNaN(from) ? now : from));
}
