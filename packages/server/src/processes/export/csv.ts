/** What a spreadsheet takes for the beginning of a formula (OWASP: CSV injection); also after the quote. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * One row of RFC 4180, with its line end. A text that begins like a formula gets an apostrophe before it: spreadsheets
 * hide the apostrophe and do not evaluate the text. A text that begins with apostrophes before such a character gets
 * one too, so that an import can take exactly one away. Numbers and booleans stand as they are, arrays and objects as
 * JSON; null is empty.
 */
export const csvRow = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = FORMULA.test(text.replace(/^'+/, '')) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) || safe !== safe.trim() || safe === '' ? `"${safe.replaceAll('"', '""')}"` : safe;
}
