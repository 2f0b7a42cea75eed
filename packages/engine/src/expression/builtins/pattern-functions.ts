import type { Evaluation } from '../evaluation/evaluation.js';
import { LinearRegex } from '../regex/linear-regex.js';
import { PatternError } from '../regex/pattern-error.js';
import { FAILURE_STEPS } from '../values/budget.js';
import { Builtin, form } from './builtin.js';
import { nullable, optional, text } from './parameter.js';

/** Runs `work` with the compiled pattern; null, with the reason, for a pattern or flags that cannot be used. */
function withPattern(
  e: Evaluation,
  pattern: string,
  flags: string | null,
  work: (regex: LinearRegex) => unknown,
): unknown {
  try {
    return work(LinearRegex.of(pattern, flags ?? '', e.budget));
  } catch (error) {
    if (error instanceof PatternError) {
      e.budget.spend(FAILURE_STEPS);
      return e.warn(() => `the regular expression cannot be used: ${error.message}`);
    }
    throw error;
  }
}

type Piece = string | number;

/** A replacement text in pieces: texts, and numbers of groups for `$1` to `$99`. */
function piecesOf(replacement: string, groups: number): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < replacement.length; at++) {
    const character = replacement.charAt(at);
    const next = replacement.charAt(at + 1);
    if (character === '\\') {
      if (next !== '\\' && next !== '$')
        throw new PatternError('in the replacement, write \\\\ for a backslash and \\$ for a dollar sign');
      pieces.push(next);
      at += 1;
    } else if (character === '$') {
      const digits = /^\d\d?/.exec(replacement.slice(at + 1, at + 3))?.[0];
      if (digits === undefined) throw new PatternError('in the replacement, write \\$ for a dollar sign');
      // As in XPath: two digits count as one group where there are so many groups.
      const used = Number(digits) > groups ? digits.slice(0, 1) : digits;
      pieces.push(Number(used));
      at += used.length;
    } else pieces.push(character);
  }
  return pieces;
}

/** Characters that mean something else than themselves in a pattern. */
const SPECIAL = /[\\|.?*+(){}[\]^$]/;

/** Whether the pattern is a text to be found as it is, which takes no regular expression. */
function isPlain(pattern: string, flags: string | null): boolean {
  return (
    (flags === null || flags === '' || flags === 'q') && pattern !== '' && (flags === 'q' || !SPECIAL.test(pattern))
  );
}

function found(e: Evaluation, input: string, text: string): boolean {
  e.budget.spend((input.length + text.length) / 32);
  return input.includes(text);
}

/** Splits at every occurrence of a text. */
function splitPlain(e: Evaluation, input: string, delimiter: string): readonly string[] {
  e.budget.spend((input.length + delimiter.length) / 8);
  const parts = input.split(delimiter);
  e.budget.spend(parts.length);
  e.budget.allocate(input.length * 2 + parts.length * 16);
  return parts;
}

function replace(e: Evaluation, input: string, pattern: string, replacement: string, flags: string | null): unknown {
  if (isPlain(pattern, flags) && (flags === 'q' || !/[\\$]/.test(replacement))) {
    const parts = splitPlain(e, input, pattern);
    e.budget.allocate(parts.length * replacement.length * 2);
    return parts.join(replacement);
  }
  return withPattern(e, pattern, flags, (regex) => {
    if (regex.matchesEmpty(e.budget)) throw new PatternError('it matches a text without characters');
    const pieces = flags?.includes('q') === true ? [replacement] : piecesOf(replacement, regex.groups);
    const parts: string[] = [];
    let from = 0;
    for (const { start, end, groups } of regex.matches(input, e.budget)) {
      parts.push(input.slice(from, start));
      for (const piece of pieces) {
        const part = typeof piece === 'number' ? (groups[piece] ?? '') : piece;
        e.budget.spend(1);
        e.budget.allocate(part.length * 2);
        parts.push(part);
      }
      from = end;
    }
    e.budget.allocate(input.length * 2);
    return parts.join('') + input.slice(from);
  });
}

function split(e: Evaluation, input: string, delimiter: string): unknown {
  // Between all characters, and once more at the end, as the DMN TCK expects.
  if (delimiter === '') {
    e.budget.spend(input.length);
    e.budget.allocate(input.length * 16);
    return [...input, ''];
  }
  if (isPlain(delimiter, null)) return splitPlain(e, input, delimiter);
  return withPattern(e, delimiter, null, (regex) => {
    if (regex.matchesEmpty(e.budget)) throw new PatternError('it matches a text without characters');
    e.budget.allocate(input.length * 2);
    const parts: string[] = [];
    let from = 0;
    for (const { start, end } of regex.matches(input, e.budget)) {
      e.budget.allocate(16);
      parts.push(input.slice(from, start));
      from = end;
    }
    parts.push(input.slice(from));
    return parts;
  });
}

export const patternFunctions: readonly Builtin[] = [
  new Builtin('matches', [
    form([text('input'), text('pattern'), optional(nullable(text('flags')))], (e, input, pattern, flags) =>
      isPlain(pattern, flags)
        ? found(e, input, pattern)
        : withPattern(e, pattern, flags, (regex) => regex.test(input, e.budget)),
    ),
  ]),
  new Builtin('replace', [
    form([text('input'), text('pattern'), text('replacement'), optional(nullable(text('flags')))], replace),
  ]),
  new Builtin('split', [form([text('string'), text('delimiter')], split)]),
  new Builtin('extract', [
    form([text('string'), text('pattern')], (e, input, pattern) =>
      withPattern(e, pattern, null, (regex) => {
        const found: string[] = [];
        for (const { start, end } of regex.matches(input, e.budget)) {
          e.budget.allocate(16 + (end - start) * 2);
          found.push(input.slice(start, end));
        }
        return found;
      }),
    ),
  ]),
];
