import type { AST } from '@eslint-community/regexpp';
import { unicodeClass } from './unicode-class.js';

/** A pattern of ECMAScript in the syntax of RE2, with the size of the program that it becomes. */
export interface Re2Syntax {
  readonly text: string;
  /** Instructions, about. */
  readonly size: number;
}

/** The pattern uses what cannot be matched in linear time. The message says what, where, and what to do. */
export class NotLinear extends Error {
  override readonly name = 'NotLinear';
}

const ANY = '[\\x{0}-\\x{10ffff}]';
const NONE = '[^\\x{0}-\\x{10ffff}]';
const LINE_ENDS = '\\n\\r\\x{2028}\\x{2029}';
/** WhiteSpace and LineTerminator of ECMAScript; RE2's own `\s` has ASCII only. */
const SPACES: readonly (readonly [number, number])[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x16_80, 0x16_80],
  [0x20_00, 0x20_0a],
  [0x20_28, 0x20_29],
  [0x20_2f, 0x20_2f],
  [0x20_5f, 0x20_5f],
  [0x30_00, 0x30_00],
  [0xfe_ff, 0xfe_ff],
];

/**
 * Translates a pattern that was parsed with the flag `u`. Groups do not capture, and whether a quantifier is greedy is
 * left out: only whether a text matches is asked.
 *
 * @throws NotLinear
 */
export function re2SyntaxOf(alternatives: readonly AST.Alternative[]): Re2Syntax {
  const parts = alternatives.map(({ elements }) => sequence(elements));
  return {
    text: parts.map(({ text }) => text).join('|'),
    size: parts.reduce((sum, { size }) => sum + size + 1, -1),
  };
}

function sequence(elements: readonly AST.Element[]): Re2Syntax {
  const parts = elements.map(element);
  return { text: parts.map(({ text }) => text).join(''), size: parts.reduce((sum, { size }) => sum + size, 0) };
}

function element(node: AST.Element): Re2Syntax {
  switch (node.type) {
    case 'Assertion':
      return assertion(node);
    case 'Backreference':
      throw new NotLinear(
        `${node.raw} at character ${node.start} refers back to what a group matched. Patterns are matched in linear time, which allows no back references: write the alternatives out, or check this in the workflow`,
      );
    case 'Quantifier':
      return quantifier(node);
    case 'Group':
    case 'CapturingGroup': {
      const { text, size } = re2SyntaxOf(node.alternatives);
      return { text: `(?:${text})`, size };
    }
    case 'Character':
      return one(code(node.value));
    case 'CharacterSet':
      return one(node.kind === 'any' ? `[^${LINE_ENDS}]` : `[${characterSet(node)}]`);
    case 'CharacterClass':
      return one(characterClass(node));
    default:
      // Of the flag v, which patterns of JSON Schema do not have.
      throw new NotLinear(`${node.raw} at character ${node.start} is not supported`);
  }
}

const one = (text: string): Re2Syntax => ({ text, size: 1 });

function assertion(node: AST.Assertion): Re2Syntax {
  switch (node.kind) {
    case 'start':
      return one('\\A');
    case 'end':
      return one('\\z');
    case 'word':
      return one(node.negate ? '\\B' : '\\b');
    default:
      throw new NotLinear(
        `${node.raw.slice(0, 60)} at character ${node.start} looks ${node.kind === 'lookahead' ? 'ahead' : 'behind'}. Patterns are matched in linear time, which allows no look-around: use two patterns in "allOf", or "not" with a pattern`,
      );
  }
}

function quantifier({ min, max, element: inner }: AST.Quantifier): Re2Syntax {
  const { text, size } = element(inner);
  if (text === '' || text === '(?:)' || max === 0) return { text: '', size: 0 };
  if (max !== Number.POSITIVE_INFINITY) {
    return { text: `(?:${text}){${min},${max}}`, size: size * min + (size + 1) * (max - min) };
  }
  const signs = min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  return { text: `(?:${text})${signs}`, size: size * Math.max(min, 1) + 1 };
}

function characterClass({ elements, negate }: AST.CharacterClass): string {
  if (elements.length === 0) return negate ? ANY : NONE;
  const members = elements.map((member) => {
    if (member.type === 'Character') return code(member.value);
    if (member.type === 'CharacterClassRange') return `${code(member.min.value)}-${code(member.max.value)}`;
    if (member.type === 'CharacterSet') return characterSet(member);
    throw new NotLinear(`${member.raw} at character ${member.start} is not supported`);
  });
  return `[${negate ? '^' : ''}${members.join('')}]`;
}

/** What can stand between the brackets of a class. */
function characterSet(node: AST.EscapeCharacterSet | AST.UnicodePropertyCharacterSet): string {
  switch (node.kind) {
    case 'digit':
      return node.negate ? '\\D' : '\\d';
    case 'word':
      return node.negate ? '\\W' : '\\w';
    case 'space':
      return (node.negate ? complement(SPACES) : SPACES).map(range).join('');
    default:
      return property(node);
  }
}

function property({ key, value, negate }: AST.UnicodePropertyCharacterSet): string {
  const name = value === null ? key : `${key}=${value}`;
  const positive = unicodeClass(name);
  if (!negate) return positive;
  return positive.startsWith('\\p')
    ? positive.replace('\\p', '\\P')
    : complement(parseRanges(positive)).map(range).join('');
}

const parseRanges = (text: string): (readonly [number, number])[] =>
  [...text.matchAll(/\\x\{(\w+)\}-\\x\{(\w+)\}/g)].map(([, from = '0', to = '0']) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ]);

function complement(ranges: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const gaps: (readonly [number, number])[] = [];
  let next = 0;
  for (const [from, to] of ranges) {
    if (from > next) gaps.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= 0x10_ff_ff) gaps.push([next, 0x10_ff_ff]);
  return gaps;
}

const range = ([from, to]: readonly [number, number]): string => `${code(from)}-${code(to)}`;

const code = (point: number): string => `\\x{${point.toString(16)}}`;
