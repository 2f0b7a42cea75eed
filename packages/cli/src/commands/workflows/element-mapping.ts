import { CommandError } from '../../terminal/exit-codes.js';

/** Element ids as `old=new`. @throws CommandError for a text of another form */
export const mappingOf = (pairs: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(pairs.map(pair));

function pair(text: string): readonly [from: string, to: string] {
  const [, from, to] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
  if (from === undefined || to === undefined)
    throw new CommandError(`"${text}" is not a mapping. Write the old and the new element id as old=new.`);
  return [from, to];
}
