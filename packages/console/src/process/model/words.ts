/** A key of the document as words: IN_REVIEW is "In review". */
export function wordsOf(key: string): string {
  const words = key.replace(/[_-]+/g, ' ').trim().toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
