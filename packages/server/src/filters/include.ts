import { FilterError } from './filter-error.js';

/**
 * Reads an `include` parameter (D1): a comma list of names.
 *
 * @throws FilterError `unknown-key` for any other name
 */
export function parseInclude<Name extends string>(text: string | undefined, known: readonly Name[]): ReadonlySet<Name> {
  const included = new Set<Name>();
  if (text === undefined || text === '') return included;
  for (const part of text.split(',')) {
    const name = known.find((one) => one === part);
    if (name === undefined) {
      throw new FilterError('unknown-key', '/include', `There is no "${part.slice(0, 100)}". Use ${known.join(', ')}.`);
    }
    included.add(name);
  }
  return included;
}
