import { invalidMember } from '../../kernel/errors/request-errors.js';

/**
 * A parameter that names several things: once with commas between them, or several times. Undefined when it is absent or
 * empty.
 *
 * @param known what may be named; absent: anything
 * @throws CatalogueError 1200 for anything else
 */
export function readList<Request extends object, T extends string>(
  request: Request,
  name: keyof Request & string,
  known?: readonly T[],
): readonly T[] | undefined {
  const value: unknown = request[name];
  const parts = (Array.isArray(value) ? value : [value ?? '']).flatMap((part) => String(part).split(','));
  const given = [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
  if (given.length === 0) return undefined;
  const wrong = known === undefined ? undefined : given.find((part) => !known.includes(part as T));
  if (wrong !== undefined) {
    throw invalidMember(`/${name}`, `There is no "${wrong.slice(0, 100)}" in ${name}. Use ${known?.join(', ')}.`);
  }
  return given as T[];
}

/**
 * How many items a page may have.
 *
 * @throws CatalogueError 1200 unless it is a whole decimal number from 1 to `most`
 */
export function readLimit(text: string | undefined, { most, otherwise }: { most: number; otherwise: number }): number {
  if (text === undefined || text === '') return otherwise;
  const limit = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : Number.NaN;
  if (limit <= most) return limit;
  throw invalidMember('/perPageCount', `perPageCount must be a whole decimal number from 1 to ${most}.`);
}
