/** A quantifier: `*`, `+`, `?`, `{n}`, `{n,}` or `{n,m}`, greedy or not. */
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/;
/** One atom that is not a group: an escape, a class or a character. */
const ATOM = /^(?:\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|[^\\])/su;

interface Group {
  /** A part repeats a number of times that is not fixed. */
  variable: boolean;
  /** Something that is no letter or digit must stand in it, so its repetitions cannot run into each other. */
  separated: boolean;
}

/**
 * Whether a pattern repeats a repetition with nothing between, as `(a+)*` does: such patterns can take time that is
 * exponential in the length of a value. It errs on both sides, by looking at the form only, which is enough to keep an
 * honest mistake out.
 */
export function isSlowPattern(pattern: string): boolean {
  const groups: Group[] = [{ variable: false, separated: false }];
  let rest = pattern;
  while (rest !== '') {
    const group = groups.at(-1) ?? { variable: false, separated: false };
    const opening = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(rest);
    if (opening !== null) {
      groups.push({ variable: false, separated: false });
      rest = rest.slice(opening[0].length);
      continue;
    }
    const closes = rest.startsWith(')') && groups.length > 1;
    const token = closes ? ')' : (ATOM.exec(rest)?.[0] ?? rest.slice(0, 1));
    const inner = closes ? groups.pop() : undefined;
    const outer = groups.at(-1) ?? group;
    rest = rest.slice(token.length);
    const repeat = QUANTIFIER.exec(rest);
    rest = rest.slice(repeat?.[0].length ?? 0);
    const { least, most } = boundsOf(repeat);
    if (inner?.variable === true && !inner.separated && most > 1) return true;
    if (least !== most && most > 1) outer.variable = true;
    if (inner?.variable === true) outer.variable = true;
    if (least > 0 && inner === undefined && /^(?:\\[sW.\-/:]|[^\w\\[.()|^$])$/.test(token)) outer.separated = true;
  }
  return false;
}

function boundsOf(repeat: RegExpExecArray | null): { readonly least: number; readonly most: number } {
  if (repeat === null) return { least: 1, most: 1 };
  const [text, least, range, most] = repeat;
  if (text.startsWith('*')) return { least: 0, most: Number.POSITIVE_INFINITY };
  if (text.startsWith('+')) return { least: 1, most: Number.POSITIVE_INFINITY };
  if (text.startsWith('?')) return { least: 0, most: 1 };
  const from = Number(least);
  if (range === undefined) return { least: from, most: from };
  return { least: from, most: most === '' || most === undefined ? Number.POSITIVE_INFINITY : Number(most) };
}
