import { any, type CodePointTest, foldCase, notLineEnd, only, tabulated } from './code-point-set.js';
import { parseClass, parseEscape } from './parse-class.js';
import { PatternError } from './pattern-error.js';
import type { PatternNode } from './pattern-node.js';
import { PatternReader } from './pattern-reader.js';

/** Flags of XPath: without case, `.` matches line ends, `^` and `$` match at lines, white space is ignored, no special characters. */
export interface PatternFlags {
  readonly i: boolean;
  readonly s: boolean;
  readonly m: boolean;
  readonly x: boolean;
  readonly q: boolean;
}

/** Longest pattern, in characters, and deepest nesting of groups. */
const LONGEST = 2_000;
const DEEPEST = 100;

/** @throws PatternError for another flag */
export function parseFlags(flags: string): PatternFlags {
  const wrong = /[^ismxq]/.exec(flags)?.[0];
  if (wrong !== undefined) throw new PatternError(`"${wrong}" is no flag of XPath: use i, s, m, x or q`);
  return {
    i: flags.includes('i'),
    s: flags.includes('s'),
    m: flags.includes('m'),
    x: flags.includes('x'),
    q: flags.includes('q'),
  };
}

export interface ParsedPattern {
  readonly root: PatternNode;
  /** Groups that capture. */
  readonly groups: number;
}

/**
 * Parses a regular expression of XPath (that of XML Schema with anchors, groups and reluctant quantifiers).
 * @throws PatternError for what is no pattern, and for what needs backtracking: back references and look-around
 */
export function parsePattern(source: string, flags: PatternFlags): ParsedPattern {
  if (source.length > LONGEST) {
    throw new PatternError(`the pattern has ${source.length} characters; at most ${LONGEST} are allowed`);
  }
  if (flags.q) return { root: literal(source, flags), groups: 0 };
  const parser = new PatternParser(flags.x ? withoutSpaces(source) : source, flags);
  return parser.parse();
}

/** White space outside of classes is ignored with the flag x. */
function withoutSpaces(source: string): string {
  let inClass = 0;
  let kept = '';
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at);
    if (character === '\\' && !/\s/.test(source.charAt(at + 1))) {
      kept += source.slice(at, at + 2);
      at += 1;
      continue;
    }
    if (character === '[') inClass += 1;
    if (character === ']') inClass -= 1;
    if (inClass > 0 || !/\s/.test(character)) kept += character;
  }
  return kept;
}

function literal(text: string, flags: PatternFlags): PatternNode {
  return { type: 'sequence', parts: [...text].map((character) => one(only(character.codePointAt(0) ?? 0), flags)) };
}

function one(test: CodePointTest, { i }: PatternFlags): PatternNode {
  return { type: 'one', test: i ? tabulated(foldCase(test)) : test };
}

class PatternParser {
  readonly #reader: PatternReader;
  readonly #flags: PatternFlags;
  #groups = 0;
  #depth = 0;

  constructor(source: string, flags: PatternFlags) {
    this.#reader = new PatternReader(source);
    this.#flags = flags;
  }

  parse(): ParsedPattern {
    const root = this.#choice();
    if (!this.#reader.atEnd) {
      throw new PatternError(
        `")" at character ${this.#reader.position + 1} closes nothing: write \\) for the character`,
      );
    }
    return { root, groups: this.#groups };
  }

  #choice(): PatternNode {
    const branches = [this.#sequence()];
    while (this.#reader.accept('|')) branches.push(this.#sequence());
    const [only, ...others] = branches;
    return only !== undefined && others.length === 0 ? only : { type: 'choice', parts: branches };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    for (
      let next = this.#reader.peek();
      next !== undefined && next !== '|' && next !== ')';
      next = this.#reader.peek()
    ) {
      parts.push(this.#quantified(this.#atom()));
    }
    return { type: 'sequence', parts };
  }

  #atom(): PatternNode {
    const character = this.#reader.next();
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return one(tabulated(parseClass(this.#reader)), this.#flags);
      case '.':
        return one(this.#flags.s ? any : notLineEnd, { ...this.#flags, i: false });
      case '^':
        return { type: 'start' };
      case '$':
        return { type: 'end' };
      case '\\': {
        const escaped = parseEscape(this.#reader);
        return one(typeof escaped === 'number' ? only(escaped) : tabulated(escaped), this.#flags);
      }
      case '*':
      case '+':
      case '?':
      case '{':
      case '}':
      case ']':
        throw new PatternError(
          `"${character}" at character ${this.#reader.position} repeats nothing: write \\${character} for the character`,
        );
      default:
        return one(only(character.codePointAt(0) ?? 0), this.#flags);
    }
  }

  #group(): PatternNode {
    const start = this.#reader.position;
    let number: number | null = null;
    if (this.#reader.accept('?')) {
      if (!this.#reader.accept(':')) {
        throw new PatternError(
          `the group at character ${start} looks ahead or behind, or has options; patterns are matched in linear time and know groups as (...) and (?:...) only`,
        );
      }
    } else {
      this.#groups += 1;
      number = this.#groups;
    }
    if (++this.#depth > DEEPEST) throw new PatternError(`groups nest deeper than ${DEEPEST} levels`);
    const body = this.#choice();
    this.#depth -= 1;
    if (!this.#reader.accept(')')) throw new PatternError(`the group at character ${start} has no end: add )`);
    return { type: 'group', number, body };
  }

  #quantified(body: PatternNode): PatternNode {
    const bounds = this.#bounds();
    if (bounds === null) return body;
    const [least, most] = bounds;
    const greedy = !this.#reader.accept('?');
    const next = this.#reader.peek();
    if (next === '*' || next === '+' || next === '?' || next === '{') {
      throw new PatternError(
        `"${next}" at character ${this.#reader.position + 1} follows another quantifier: use (?:...) around the first`,
      );
    }
    return { type: 'repeat', body, least, most, greedy };
  }

  #bounds(): readonly [number, number | null] | null {
    if (this.#reader.accept('*')) return [0, null];
    if (this.#reader.accept('+')) return [1, null];
    if (this.#reader.accept('?')) return [0, 1];
    if (this.#reader.peek() !== '{') return null;
    this.#reader.skip(1);
    const counts = /^(\d{1,4})(,(\d{1,4})?)?$/.exec(this.#reader.until('}') ?? '');
    if (counts === null) {
      throw new PatternError(
        `the count that ends at character ${this.#reader.position} must look like {2}, {2,} or {2,5}`,
      );
    }
    const least = Number(counts[1]);
    const most = counts[2] === undefined ? least : counts[3] === undefined ? null : Number(counts[3]);
    if (most !== null && most < least) {
      throw new PatternError(
        `the count that ends at character ${this.#reader.position} has its ends in the wrong order`,
      );
    }
    return [least, most];
  }
}
