/** Milliseconds that a `Retry-After` field asks to wait (RFC 9110, 10.2.3: seconds or a date), or undefined without one. */
export function retryAfterMs(field: string | null, now: number): number | undefined {
  if (field === null) return undefined;
  if (/^\d+$/.test(field.trim())) return Number(field) * 1000;
  const date = Date.parse(field);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
