import { RegExpParser } from '@eslint-community/regexpp';
import { RE2JS } from 're2js';
import { NotLinear, type Re2Syntax, re2SyntaxOf } from './re2-syntax.js';

/** Longest pattern, in characters. */
const LONGEST_PATTERN = 500;
/** Largest program of a pattern, in instructions; counted repetitions count as often as they repeat. */
const LARGEST_PROGRAM = 500;
/** Text longer than this never matches: with the size of the program it bounds what one test can cost (about 0.1 s). */
export const LONGEST_MATCHED = 5_000;

const parser = new RegExpParser({ ecmaVersion: 2024 });

/** A pattern of JSON Schema (ECMAScript, flag `u`) that is matched in time linear in the length of the text. */
export interface LinearPattern {
  /** Whether a part of the text matches. */
  test(text: string): boolean;
  /** What a test of a text can cost at most, in units of a check's budget. */
  costOf(text: string): number;
}

/** The pattern cannot be used. The message says what is wrong, where, and what to do. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/**
 * Compiles a pattern for RE2, which matches without backtracking. It means the same as in ECMAScript with the flag `u`,
 * but that texts of more than 5,000 characters never match.
 *
 * @throws PatternError for what is no pattern, needs backtracking (back references, look-around), or is too large
 */
export function compilePattern(source: string): LinearPattern {
  if (source.length > LONGEST_PATTERN) {
    throw new PatternError(`the pattern has ${source.length} characters; at most ${LONGEST_PATTERN} are allowed`);
  }
  const { text, size } = translate(source);
  if (size > LARGEST_PROGRAM) {
    throw new PatternError(
      `the pattern repeats too much: written out it has about ${size} steps, and at most ${LARGEST_PROGRAM} are allowed. Bound the length with "maxLength" and use * or + instead of a large count`,
    );
  }
  const expression = compile(text);
  return {
    test: (value) => value.length <= LONGEST_MATCHED && expression.test(value),
    costOf: (value) => (value.length > LONGEST_MATCHED ? 1 : value.length * (size + 1)),
  };
}

function translate(source: string): Re2Syntax {
  const parsed = parse(source);
  try {
    return re2SyntaxOf(parsed.alternatives);
  } catch (error) {
    throw error instanceof NotLinear ? new PatternError(error.message) : error;
  }
}

function parse(source: string) {
  try {
    return parser.parsePattern(source, 0, source.length, { unicode: true });
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^Invalid regular expression: .*\/u: /s, '') : String(error);
    throw new PatternError(`must be a regular expression (ECMAScript, with the flag u): ${reason}`);
  }
}

function compile(text: string): RE2JS {
  try {
    return RE2JS.compile(text);
  } catch (error) {
    throw new PatternError(
      `the pattern cannot be matched in linear time: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
