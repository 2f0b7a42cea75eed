const ESCAPE = /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{6})|(.))/gsu;
const letters: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
]);

/** The text of a string literal, given with its quotes: escapes are replaced, and unknown ones stay as they are. */
export function stringOf(literal: string): string {
  const inner = literal.slice(1, -1);
  if (!inner.includes('\\')) return inner;
  return inner.replace(
    ESCAPE,
    (whole, four: string | undefined, six: string | undefined, letter: string | undefined) => {
      if (four !== undefined) return String.fromCharCode(Number.parseInt(four, 16));
      if (six !== undefined) {
        const codePoint = Number.parseInt(six, 16);
        return codePoint <= 0x10_ff_ff ? String.fromCodePoint(codePoint) : whole;
      }
      if (letter === '"' || letter === '\\' || letter === '/' || letter === "'") return letter;
      return letters.get(letter ?? '') ?? whole;
    },
  );
}
