import { PatternError } from './pattern-error.js';

/** Whether a code point is in a class. */
export type CodePointTest = (codePoint: number) => boolean;

const LARGEST_ASCII = 127;

export const any: CodePointTest = () => true;
export const notLineEnd: CodePointTest = (codePoint) => codePoint !== 10 && codePoint !== 13;

export function only(codePoint: number): CodePointTest {
  return (candidate) => candidate === codePoint;
}

export function between(first: number, last: number): CodePointTest {
  return (candidate) => candidate >= first && candidate <= last;
}

export function not(test: CodePointTest): CodePointTest {
  return (codePoint) => !test(codePoint);
}

export function anyOf(tests: readonly CodePointTest[]): CodePointTest {
  const [first, ...others] = tests;
  if (first !== undefined && others.length === 0) return first;
  return (codePoint) => tests.some((test) => test(codePoint));
}

export function without(base: CodePointTest, removed: CodePointTest): CodePointTest {
  return (codePoint) => base(codePoint) && !removed(codePoint);
}

/** The same class without regard to case. */
export function foldCase(test: CodePointTest): CodePointTest {
  return (codePoint) => {
    if (test(codePoint)) return true;
    const text = String.fromCodePoint(codePoint);
    return isSingle(text.toLowerCase(), test) || isSingle(text.toUpperCase(), test);
  };
}

function isSingle(text: string, test: CodePointTest): boolean {
  const codePoint = text.codePointAt(0) ?? 0;
  return text.length === (codePoint > 0xff_ff ? 2 : 1) && test(codePoint);
}

/** ASCII is answered from a table: a test may be a property of Unicode. */
export function tabulated(test: CodePointTest): CodePointTest {
  const table = Array.from({ length: LARGEST_ASCII + 1 }, (_, codePoint) => test(codePoint));
  return (codePoint) => (codePoint <= LARGEST_ASCII ? table[codePoint] === true : test(codePoint));
}

/** Blocks of Unicode that XML Schema names `Is...`, with those that business data has. */
const blocks: ReadonlyMap<string, CodePointTest> = new Map(
  (
    [
      ['BasicLatin', 0x00, 0x7f],
      ['Latin-1Supplement', 0x80, 0xff],
      ['LatinExtended-A', 0x1_00, 0x1_7f],
      ['LatinExtended-B', 0x1_80, 0x2_4f],
      ['IPAExtensions', 0x2_50, 0x2_af],
      ['SpacingModifierLetters', 0x2_b0, 0x2_ff],
      ['CombiningDiacriticalMarks', 0x3_00, 0x3_6f],
      ['Greek', 0x3_70, 0x3_ff],
      ['GreekandCoptic', 0x3_70, 0x3_ff],
      ['Cyrillic', 0x4_00, 0x4_ff],
      ['Armenian', 0x5_30, 0x5_8f],
      ['Hebrew', 0x5_90, 0x5_ff],
      ['Arabic', 0x6_00, 0x6_ff],
      ['Devanagari', 0x9_00, 0x9_7f],
      ['Thai', 0xe_00, 0xe_7f],
      ['HangulJamo', 0x11_00, 0x11_ff],
      ['LatinExtendedAdditional', 0x1e_00, 0x1e_ff],
      ['GreekExtended', 0x1f_00, 0x1f_ff],
      ['GeneralPunctuation', 0x20_00, 0x20_6f],
      ['SuperscriptsandSubscripts', 0x20_70, 0x20_9f],
      ['CurrencySymbols', 0x20_a0, 0x20_cf],
      ['LetterlikeSymbols', 0x21_00, 0x21_4f],
      ['NumberForms', 0x21_50, 0x21_8f],
      ['Arrows', 0x21_90, 0x21_ff],
      ['MathematicalOperators', 0x22_00, 0x22_ff],
      ['BoxDrawing', 0x25_00, 0x25_7f],
      ['GeometricShapes', 0x25_a0, 0x25_ff],
      ['MiscellaneousSymbols', 0x26_00, 0x26_ff],
      ['CJKSymbolsandPunctuation', 0x30_00, 0x30_3f],
      ['Hiragana', 0x30_40, 0x30_9f],
      ['Katakana', 0x30_a0, 0x30_ff],
      ['CJKUnifiedIdeographs', 0x4e_00, 0x9f_ff],
      ['HangulSyllables', 0xac_00, 0xd7_a3],
    ] as const
  ).map(([name, first, last]) => [name, between(first, last)]),
);

/** The class `\p{name}`: a general category (`Lu`), a block (`IsGreek`), or a script as other engines write it (`IsLatin`, `Latin`). */
export function property(name: string): CodePointTest {
  const block = name.startsWith('Is') ? blocks.get(name.slice(2)) : undefined;
  if (block !== undefined) return block;
  const script = name.replace(/^Is/, '');
  for (const form of name.length <= 2 ? [name] : [name, `Script=${script}`]) {
    const pattern = /^[\w=]+$/.test(form) ? compileProperty(form) : null;
    if (pattern !== null) return (codePoint) => pattern.test(String.fromCodePoint(codePoint));
  }
  throw new PatternError(`\\p{${name}} names no category, script or block of Unicode that is known here`);
}

function compileProperty(name: string): RegExp | null {
  try {
    return new RegExp(`^\\p{${name}}$`, 'u');
  } catch {
    return null;
  }
}

const spaces: CodePointTest = (codePoint) =>
  codePoint === 32 || codePoint === 9 || codePoint === 10 || codePoint === 13;
const nameStarts = property('L');
const nameStart: CodePointTest = (codePoint) => codePoint === 58 || codePoint === 95 || nameStarts(codePoint);
const namePart: CodePointTest = anyOf([nameStart, property('Nd'), property('M'), only(45), only(46), only(0xb7)]);

/** The classes that a backslash and a letter name, as in XML Schema; undefined for another letter. */
export function namedClass(letter: string): CodePointTest | undefined {
  switch (letter) {
    case 's':
      return spaces;
    case 'd':
      return property('Nd');
    case 'w':
      return not(anyOf([property('P'), property('Z'), property('C')]));
    case 'i':
      return nameStart;
    case 'c':
      return namePart;
    case 'S':
    case 'D':
    case 'W':
    case 'I':
    case 'C': {
      const positive = namedClass(letter.toLowerCase());
      return positive === undefined ? undefined : not(positive);
    }
    default:
      return undefined;
  }
}
