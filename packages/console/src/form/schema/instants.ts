const two = (value: number): string => String(value).padStart(2, '0');

/** An instant as a date-and-time field of the browser shows it: in the zone of the device. */
export function localText(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** What such a field says as an instant. Undefined: it says none. */
export function instantOf(text: string): string | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** What a field says that showed an instant before. One that nobody changed keeps its seconds, which the field does not show. */
export const editedInstant = (before: string | null, text: string): string | null =>
  before !== null && text === localText(before) ? before : (instantOf(text) ?? null);
