import type { JsonSchema } from './schema.js';

/** The title of a field, or its name as words: `costCentre` and `cost_centre` are "Cost centre". */
export function labelOf(name: string, { title }: Pick<JsonSchema, 'title'> = {}): string {
  if (title !== undefined && title !== '') return title;
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .trim()
    .split(/\s+/)
    // A word of capitals only is an abbreviation.
    .map((word) => (word.length > 1 && word === word.toUpperCase() ? word : word.toLowerCase()))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
