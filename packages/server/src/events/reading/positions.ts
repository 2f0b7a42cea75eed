import { invalidValue } from '../../kernel/errors/request-errors.js';

const DECIMAL = /^(?:0|[1-9][0-9]{0,15})$/;

/**
 * A whole number that a query parameter gives as text.
 *
 * @throws CatalogueError 1232 unless it is one within the bounds
 */
export function wholeNumber(name: string, text: string, minimum: number, maximum: number): number {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  const detail = `${name} must be a whole decimal number from ${minimum} to ${maximum}.`;
  throw invalidValue(detail, [{ pointer: `/${name}`, detail }]);
}

/**
 * The position after which a reader begins; undefined for the next event.
 *
 * @throws CatalogueError 1232 unless the text is a position or `latest`
 */
export const positionOf = (name: string, text: string): number | undefined =>
  text === 'latest' ? undefined : wholeNumber(name, text, 0, Number.MAX_SAFE_INTEGER);
