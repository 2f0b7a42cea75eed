import { anyOf, type CodePointTest, tabulated } from './code-point-set.js';
import type { ParsedPattern } from './parse-pattern.js';
import { PatternError } from './pattern-error.js';
import type { PatternNode } from './pattern-node.js';

/** An instruction of a pattern's program. `next` and `other` are indexes; `next` is tried first. */
export type Instruction =
  | { readonly op: 'one'; readonly test: CodePointTest; next: number }
  | { readonly op: 'split'; next: number; other: number }
  | { readonly op: 'save'; readonly slot: number; next: number }
  | { readonly op: 'start' | 'end'; next: number }
  | { readonly op: 'match' };

export interface Program {
  readonly code: readonly Instruction[];
  readonly start: number;
  /** Places that a match remembers: start and end of the match and of each group. */
  readonly slots: number;
  /** Whether a character can begin a match; null when a match can begin without one. */
  readonly first: CodePointTest | null;
  /** Whether every match begins where `^` matches. */
  readonly anchored: boolean;
}

/** Most instructions of a program: counted repetitions are written out. */
const LARGEST = 2_000;

/** The program of a pattern, built from its end, so that every instruction knows the next one. */
export function compileProgram({ root, groups }: ParsedPattern): Program {
  const code: Instruction[] = [];
  const emit = (instruction: Instruction): number => {
    if (code.length >= LARGEST) {
      throw new PatternError(`the pattern repeats too much: written out it has more than ${LARGEST} steps`);
    }
    return code.push(instruction) - 1;
  };

  function build(node: PatternNode, next: number): number {
    switch (node.type) {
      case 'empty':
        return next;
      case 'one':
        return emit({ op: 'one', test: node.test, next });
      case 'start':
      case 'end':
        return emit({ op: node.type, next });
      case 'sequence':
        return node.parts.reduceRight((following, part) => build(part, following), next);
      case 'choice':
        return node.parts
          .map((part) => build(part, next))
          .reduceRight((other, first) => emit({ op: 'split', next: first, other }));
      case 'group': {
        if (node.number === null) return build(node.body, next);
        const close = emit({ op: 'save', slot: node.number * 2 + 1, next });
        return emit({ op: 'save', slot: node.number * 2, next: build(node.body, close) });
      }
      case 'repeat':
        return buildRepeat(node, next);
    }
  }

  function buildRepeat(node: Extract<PatternNode, { type: 'repeat' }>, next: number): number {
    const { body, least, most, greedy } = node;
    const branch = (into: number, past: number): Instruction =>
      greedy ? { op: 'split', next: into, other: past } : { op: 'split', next: past, other: into };
    let following = next;
    if (most === null) {
      const loop = emit({ op: 'split', next: 0, other: 0 });
      code[loop] = branch(build(body, loop), next);
      following = loop;
    } else {
      for (let count = least; count < most; count++) following = emit(branch(build(body, following), next));
    }
    for (let count = 0; count < least; count++) following = build(body, following);
    return following;
  }

  const end = emit({ op: 'save', slot: 1, next: emit({ op: 'match' }) });
  const start = emit({ op: 'save', slot: 0, next: build(root, end) });
  return { code, start, slots: (groups + 1) * 2, ...beginnings(code, start) };
}

/** What can stand at the beginning of a match. */
function beginnings(code: readonly Instruction[], start: number): Pick<Program, 'first' | 'anchored'> {
  const tests = new Set<CodePointTest>();
  const seen = new Set<number>();
  const stack = [start];
  let needsCharacter = true;
  let anchored = true;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const instruction = code[at];
    if (instruction === undefined || seen.has(at)) continue;
    seen.add(at);
    switch (instruction.op) {
      case 'one':
        tests.add(instruction.test);
        anchored = false;
        break;
      case 'save':
        stack.push(instruction.next);
        break;
      case 'split':
        stack.push(instruction.next, instruction.other);
        break;
      case 'start':
        needsCharacter = false;
        break;
      default:
        needsCharacter = false;
        anchored = false;
    }
  }
  return { first: needsCharacter ? tabulated(anyOf([...tests])) : null, anchored };
}
