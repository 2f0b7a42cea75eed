import type { Block } from './page.js';
import { difference, jsonIn, textMatches } from './shown.js';

/**
 * Compares what a page shows after some commands with what they printed. Every JSON value shown, in blocks and in comments
 * of the commands themselves, must be among the values printed, in the order shown; of other blocks every line.
 *
 * @returns what is different, in words; nothing when it is as shown
 */
export function outputProblem(commands: Block, shown: readonly Block[], output: string): string | undefined {
  const printed = jsonIn(output);
  let next = 0;
  for (const { value, line } of [...shownInComments(commands), ...shown.flatMap(shownInBlock)]) {
    const differences = printed.slice(next).map((candidate) => difference(value, candidate));
    const index = differences.indexOf(undefined);
    if (index < 0) return `line ${line}: ${differences[0] ?? 'no JSON was printed, or no more of it'}`;
    next += index + 1;
  }
  const lines = output.split('\n').map((text) => text.trimEnd());
  for (const { line, text } of shown.filter(({ language }) => language !== 'json')) {
    for (const [index, expected] of text.trimEnd().split('\n').entries()) {
      if (!lines.some((actual) => textMatches(expected.trimEnd(), actual))) {
        return `line ${line + 1 + index}: this line was not printed: ${expected}`;
      }
    }
  }
  return undefined;
}

/** Comments such as `# {"runId": …}` show what the command before them prints; words may follow. */
function shownInComments({ text, line }: Block) {
  return text.split('\n').flatMap((comment, index) => {
    const [value] = /^# ?[{[]/.test(comment) ? jsonIn(comment) : [];
    return value === undefined ? [] : [{ value, line: line + 1 + index }];
  });
}

function shownInBlock({ language, text, line }: Block) {
  if (language !== 'json') return [];
  const values = jsonIn(text);
  if (values.length === 0) throw new Error(`line ${line}: the JSON shown is not JSON`);
  return values.map((value) => ({ value, line }));
}

/** Whether a page shows an error on purpose, so that its commands may fail. */
export const showsProblem = (commands: Block, shown: readonly Block[]): boolean =>
  [...shownInComments(commands), ...shown.flatMap(shownInBlock)].some(
    ({ value }) => typeof value === 'object' && value !== null && 'code' in value && 'id' in value,
  );
