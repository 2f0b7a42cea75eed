import type { Budget } from '../values/budget.js';
import { findMatch, type Match } from './matcher.js';
import { type PatternFlags, parseFlags, parsePattern } from './parse-pattern.js';
import { compileProgram, type Program } from './program.js';

/** Most compiled patterns kept; compiling one takes some microseconds. */
const MAX_KEPT = 200;
/** Compiled patterns by flags and source. They depend on nothing else, so keeping them holds no state. */
const kept = new Map<string, LinearRegex>();

/** A regular expression of XPath that is matched in linear time, with every step counted. */
export class LinearRegex {
  readonly #program: Program;
  readonly #flags: PatternFlags;
  /** Groups that capture. */
  readonly groups: number;

  /** @throws PatternError */
  private constructor(pattern: string, flags: string) {
    this.#flags = parseFlags(flags);
    const parsed = parsePattern(pattern, this.#flags);
    this.groups = parsed.groups;
    this.#program = compileProgram(parsed);
  }

  /** @throws PatternError when the pattern or a flag cannot be used */
  static of(pattern: string, flags: string, budget: Budget): LinearRegex {
    // Before anything is done with it: patterns and flags are texts of any length.
    budget.spend(pattern.length + flags.length);
    const key = `${flags}/${pattern}`;
    let regex = kept.get(key);
    if (regex === undefined) {
      regex = new LinearRegex(pattern, flags);
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(key, regex);
    }
    // Counted as if it was compiled each time, so that what others evaluated changes no result.
    budget.spend(regex.#program.code.length * 4);
    return regex;
  }

  test(text: string, budget: Budget): boolean {
    return this.#find(codePointsOf(text, budget), 0, budget) !== null;
  }

  /** Whether the pattern matches a text without characters. */
  matchesEmpty(budget: Budget): boolean {
    return this.#find([], 0, budget) !== null;
  }

  /** All matches, from left to right, without overlaps; texts of the whole match and of the groups, null for those that took no part. */
  *matches(
    text: string,
    budget: Budget,
  ): Generator<{ start: number; end: number; groups: readonly (string | null)[] }> {
    const points = codePointsOf(text, budget);
    const offsets = offsetsOf(points);
    const textBetween = (from: number, to: number): string => text.slice(offsets[from], offsets[to]);
    for (let from = 0; from <= points.length; ) {
      const match = this.#find(points, from, budget);
      if (match === null) return;
      const [start = 0, end = 0] = match;
      const groups = Array.from({ length: match.length / 2 }, (_, index) => {
        const [first = -1, last = -1] = [match[index * 2], match[index * 2 + 1]];
        return first < 0 || last < 0 ? null : textBetween(first, last);
      });
      yield { start: offsets[start] ?? 0, end: offsets[end] ?? 0, groups };
      from = end > start ? end : end + 1;
    }
  }

  #find(points: readonly number[], from: number, budget: Budget): Match | null {
    return findMatch(this.#program, points, from, this.#flags.m, budget);
  }
}

const BYTES_PER_POINT = 8;

function codePointsOf(text: string, budget: Budget): readonly number[] {
  budget.spend(text.length / 4);
  budget.allocate(text.length * BYTES_PER_POINT);
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

/** Where each code point begins in UTF-16, and where the text ends. */
function offsetsOf(points: readonly number[]): readonly number[] {
  const offsets = [0];
  let at = 0;
  for (const point of points) {
    at += point > 0xff_ff ? 2 : 1;
    offsets.push(at);
  }
  return offsets;
}
