/** Text that a spreadsheet would read as a formula (OWASP: CSV injection). */
const FORMULA_START = /^'*[=+\-@\t\r\n]/;

/**
 * One line of CSV (RFC 4180), as the service's own exports have it. Objects and lists are written as JSON, missing values as
 * nothing; text that a spreadsheet would read as a formula gets an apostrophe in front.
 */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = FORMULA_START.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) || safe.trim() !== safe || safe === '' ? `"${safe.replaceAll('"', '""')}"` : safe;
}
