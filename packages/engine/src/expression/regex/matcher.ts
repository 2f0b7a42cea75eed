import type { Budget } from '../evaluation/budget.js';
import type { Instruction, Program } from './program.js';

/** A match: start and end in code points, of the whole and of each group; -1 for a group that took no part. */
export type Match = readonly number[];

interface Thread {
  readonly at: number;
  readonly slots: readonly number[];
}

/**
 * Finds the first match from `from` on, by running all alternatives side by side: the time is linear in the length of the text times the
 * size of the program, and every step is counted. Earlier alternatives win, as with backtracking.
 * @throws BudgetExceeded
 */
export function findMatch(
  program: Program,
  text: readonly number[],
  from: number,
  multiline: boolean,
  budget: Budget,
): Match | null {
  const { code } = program;
  const seen = new Int32Array(code.length).fill(-1);
  const untouched = new Array<number>(program.slots).fill(-1);
  let threads: Thread[] = [];
  let found: Match | null = null;
  for (let position = from; position <= text.length; position++) {
    const codePoint = text[position];
    const following: Thread[] = [];
    if (found === null) threads.push({ at: program.start, slots: untouched });
    const ready = follow(code, threads, position, text, multiline, seen, budget);
    for (const { at, slots } of ready) {
      const instruction = code[at] as Instruction;
      if (instruction.op === 'match') {
        found = slots;
        // Threads after this one have a lower priority.
        break;
      }
      if (instruction.op === 'one' && codePoint !== undefined && instruction.test(codePoint)) {
        following.push({ at: instruction.next, slots });
      }
    }
    threads = following;
    if (found !== null && threads.length === 0) break;
  }
  return found;
}

/** The threads that wait for a character or match, in order of priority, each instruction once. */
function follow(
  code: readonly Instruction[],
  threads: readonly Thread[],
  position: number,
  text: readonly number[],
  multiline: boolean,
  seen: Int32Array,
  budget: Budget,
): Thread[] {
  const ready: Thread[] = [];
  const stack: Thread[] = [...threads].reverse();
  let steps = 0;
  for (let thread = stack.pop(); thread !== undefined; thread = stack.pop()) {
    const { at, slots } = thread;
    steps += 1;
    if (seen[at] === position) continue;
    seen[at] = position;
    const instruction = code[at] as Instruction;
    switch (instruction.op) {
      case 'one':
      case 'match':
        ready.push(thread);
        break;
      case 'split':
        stack.push({ at: instruction.other, slots }, { at: instruction.next, slots });
        break;
      case 'save':
        steps += slots.length >> 3;
        stack.push({ at: instruction.next, slots: withSlot(slots, instruction.slot, position) });
        break;
      default:
        if (isAt(instruction.op, text, position, multiline)) stack.push({ at: instruction.next, slots });
    }
  }
  budget.spend(1 + steps);
  return ready;
}

function withSlot(slots: readonly number[], slot: number, position: number): readonly number[] {
  const copy = [...slots];
  copy[slot] = position;
  return copy;
}

const LINE_FEED = 10;

function isAt(op: 'start' | 'end', text: readonly number[], position: number, multiline: boolean): boolean {
  if (op === 'start') return position === 0 || (multiline && text[position - 1] === LINE_FEED);
  return position === text.length || (multiline && text[position] === LINE_FEED);
}
