/** What a spreadsheet takes for the beginning of a formula (OWASP: CSV injection); also after the quote. */
const formula = /^[=+\-@\t\r\n]/;

/**
 * One row of RFC 4180, with its line end. Texts that begin like a formula get an apostrophe before them, which spreadsheets
 * hide and nobody evaluates; so does a text that begins with an apostrophe before such a character, so that the mark can be
 * taken away again without doubt. Numbers and booleans stand as they are, arrays and objects as JSON; null is empty.
 */
export const csvRow = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = formula.test(text.replace(/^'+/, '')) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) || safe !== safe.trim() || safe === '' ? `"${safe.replaceAll('"', '""')}"` : safe;
}
