/** Names longer than this are not compared: the distance costs the product of the lengths. */
const LONGEST_COMPARED = 100;
const MOST_COMPARED = 1000;

/**
 * The hint that follows an unknown name: the known name that was probably meant, otherwise the names there are.
 *
 * @returns a part of a sentence that starts with a semicolon, or nothing when no name is known
 */
export function didYouMean(name: string, known: Iterable<string>): string {
  const names = [...known];
  const meant = nearest(name, names);
  if (meant !== undefined) return `; did you mean "${meant}"?`;
  if (names.length === 0) return '';
  const shown = names.slice(0, 12).join(', ');
  return names.length > 12 ? `; known are ${shown}, …` : `; known are ${shown}`;
}

/** The known name that was probably meant by an unknown one. */
export const meantName = (name: string, known: Iterable<string>): string | undefined => nearest(name, [...known]);

/** The name at the smallest edit distance, if that is at most 3 and at most a third of its length. */
function nearest(name: string, names: readonly string[]): string | undefined {
  if (name.length > LONGEST_COMPARED) return undefined;
  let best: { name: string; distance: number } | undefined;
  for (const candidate of names.slice(0, MOST_COMPARED)) {
    if (Math.abs(candidate.length - name.length) > 3) continue;
    const within = Math.min(best?.distance ?? 3, 3);
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), within);
    if (best === undefined || distance < best.distance) best = { name: candidate, distance };
  }
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined;
}

/** Edits of one character, or swaps of two neighbours, that lead from one text to the other; infinite when over `most`. */
function editDistance(from: string, to: string, most: number): number {
  let above: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swaps = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = swaps ? (above[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > most) return Number.POSITIVE_INFINITY;
    above = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
