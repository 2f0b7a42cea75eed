import { isEventPattern } from '@millrace/contract';
import { invalidValue } from '../../kernel/errors/request-errors.js';

/**
 * The types of events that a request names: one or several, each alone or in a comma list. Undefined: it names none.
 *
 * @throws CatalogueError 1232 for a type that there is not
 */
export function eventPatterns(types: readonly string[] | undefined): readonly string[] | undefined {
  if (types === undefined || types.length === 0) return undefined;
  const patterns = types.flatMap((text) => text.split(',')).map((text) => text.trim());
  const unknown = patterns.filter((pattern) => !isEventPattern(pattern));
  if (unknown.length === 0) return patterns;
  throw invalidValue(`There is no event type "${unknown[0]?.slice(0, 100)}". getEventTypes lists them.`, [
    { pointer: '/types', detail: 'Each must be a type of getEventTypes, <area>.* or *.' },
  ]);
}
