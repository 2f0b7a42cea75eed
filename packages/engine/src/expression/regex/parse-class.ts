import { anyOf, between, type CodePointTest, namedClass, not, only, property, without } from './code-point-set.js';
import { PatternError } from './pattern-error.js';
import type { PatternReader } from './pattern-reader.js';

const singleEscapes: ReadonlyMap<string, number> = new Map([
  ['n', 10],
  ['r', 13],
  ['t', 9],
]);
const ESCAPABLE = '\\|.?*+(){}-[]^$ /"\'#&@=<>!:;,~%`_';

/** A class in brackets, after the `[`: `a-z`, `^0-9`, `\w\s`, and with a subtraction, `a-z-[aeiou]`. */
export function parseClass(reader: PatternReader): CodePointTest {
  const start = reader.position;
  const negated = reader.accept('^');
  const members: CodePointTest[] = [];
  let removed: CodePointTest | null = null;
  while (!reader.accept(']')) {
    if (reader.atEnd) throw new PatternError(`the class that begins at character ${start} has no end: add ]`);
    if (reader.peek() === '-' && reader.peek(1) === '[') {
      reader.skip(2);
      removed = parseClass(reader);
      if (!reader.accept(']'))
        throw new PatternError(`a subtraction must stand last in a class, at character ${reader.position + 1}`);
      break;
    }
    members.push(parseMember(reader));
  }
  if (members.length === 0) throw new PatternError(`the class that ends at character ${reader.position} is empty`);
  const union = anyOf(members);
  const base = negated ? not(union) : union;
  return removed === null ? base : without(base, removed);
}

function parseMember(reader: PatternReader): CodePointTest {
  const first = parseSingle(reader);
  if (typeof first !== 'number') return first;
  const next = reader.peek(1);
  if (reader.peek() !== '-' || next === '[' || next === ']' || next === undefined) return only(first);
  reader.skip(1);
  const last = parseSingle(reader);
  if (typeof last !== 'number' || last < first) {
    throw new PatternError(`the range of characters that ends at character ${reader.position} is not in order`);
  }
  return between(first, last);
}

function parseSingle(reader: PatternReader): CodePointTest | number {
  const character = reader.next();
  if (character === '[') throw new PatternError(`write \\[ inside of a class, at character ${reader.position}`);
  return character === '\\' ? parseEscape(reader) : (character.codePointAt(0) ?? 0);
}

/** What a backslash introduces, inside or outside of a class: a code point or a class. */
export function parseEscape(reader: PatternReader): CodePointTest | number {
  const at = reader.position;
  if (reader.atEnd) throw new PatternError('a backslash stands at the end: write \\\\ for a backslash');
  const letter = reader.next();
  if (letter === 'p' || letter === 'P') return parseProperty(reader, letter === 'P');
  const named = namedClass(letter);
  if (named !== undefined) return named;
  const single = singleEscapes.get(letter) ?? (ESCAPABLE.includes(letter) ? letter.codePointAt(0) : undefined);
  if (single !== undefined) return single;
  if (/[1-9]/.test(letter)) {
    throw new PatternError(
      `\\${letter} at character ${at} refers back to what a group matched, which cannot be matched in linear time: write the alternatives out`,
    );
  }
  throw new PatternError(`\\${letter} at character ${at} has no meaning in XPath's regular expressions`);
}

function parseProperty(reader: PatternReader, negated: boolean): CodePointTest {
  if (!reader.accept('{'))
    throw new PatternError(`write a category in braces, such as \\p{L}, at character ${reader.position}`);
  const name = reader.until('}');
  if (name === null) throw new PatternError(`the category at character ${reader.position} has no end: add }`);
  const test = property(name);
  return negated ? not(test) : test;
}
