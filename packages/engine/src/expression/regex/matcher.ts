import type { Budget } from '../values/budget.js';
import type { Instruction, Program } from './program.js';

/** A match: start and end in code points, of the whole and of each group; -1 for a group that took no part. */
export type Match = readonly number[];

interface Thread {
  readonly at: number;
  readonly slots: readonly number[];
}

/** What following one instruction counts, and moving one character on. */
const THREAD_STEPS = 3;
const POSITION_STEPS = 2;
/** Characters skipped for one step, where no match can begin. */
const SKIPPED_PER_STEP = 4;

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
  const { code, first } = program;
  budget.spend(code.length / SKIPPED_PER_STEP);
  const seen = new Int32Array(code.length).fill(-1);
  const untouched = new Array<number>(program.slots).fill(-1);
  let threads: Thread[] = [];
  let found: Match | null = null;
  for (let position = from; position <= text.length; position++) {
    if (threads.length === 0) {
      if (found !== null || (position > 0 && program.anchored && !multiline)) break;
      const start = first === null ? position : nextStart(text, position, first);
      budget.spend((start - position) / SKIPPED_PER_STEP);
      position = start;
    }
    const codePoint = text[position];
    const following: Thread[] = [];
    if (found === null) threads.push({ at: program.start, slots: untouched });
    for (const { at, slots } of follow(code, threads, position, text, multiline, seen, budget)) {
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
  }
  return found;
}

/** The next position whose character can begin a match; the end of the text when there is none. */
function nextStart(text: readonly number[], from: number, first: (codePoint: number) => boolean): number {
  let position = from;
  while (position < text.length && !first(text[position] as number)) position += 1;
  return position;
}

/** The threads that wait for a character or match, in order of priority, each instruction once. */
function follow(
  code: readonly Instruction[],
  threads: Thread[],
  position: number,
  text: readonly number[],
  multiline: boolean,
  seen: Int32Array,
  budget: Budget,
): Thread[] {
  const ready: Thread[] = [];
  const stack = threads.reverse();
  let steps = POSITION_STEPS;
  for (let thread = stack.pop(); thread !== undefined; thread = stack.pop()) {
    const { at, slots } = thread;
    steps += THREAD_STEPS;
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
        stack.push({ at: instruction.next, slots: slots.with(instruction.slot, position) });
        break;
      default:
        if (isAt(instruction.op, text, position, multiline)) stack.push({ at: instruction.next, slots });
    }
  }
  budget.spend(steps);
  return ready;
}

const LINE_FEED = 10;

function isAt(op: 'start' | 'end', text: readonly number[], position: number, multiline: boolean): boolean {
  if (op === 'start') return position === 0 || (multiline && text[position - 1] === LINE_FEED);
  return position === text.length || (multiline && text[position] === LINE_FEED);
}
