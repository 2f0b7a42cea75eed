import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { runInShell } from './shell.js';

const run = (commands: readonly string[], { mayFail = false, timeoutMs = 10_000 } = {}) =>
  runInShell(
    commands.map((text) => ({ commands: text, mayFail })),
    tmpdir(),
    { PATH: process.env.PATH ?? '' },
    timeoutMs,
  );

describe('running commands', () => {
  test('in one shell, with the output of each', async () => {
    expect(await run(['X=1', 'echo $X; echo 2 | tee /dev/stderr'])).toEqual({ outputs: ['', '1\n2\n2\n'] });
  });

  test('the first that fails ends it', async () => {
    expect(await run(['echo 1', 'echo 2; false', 'echo 3'])).toEqual({ outputs: ['1\n', '2\n'], failed: 1 });
    expect(await run(['X=$(false | cat)', 'echo 3'])).toMatchObject({ failed: 0 });
    expect(await run(['echo $NO_SUCH_VARIABLE'])).toMatchObject({ failed: 0 });
  });

  test('but not where the page shows an error', async () => {
    expect(await run(['false', 'echo 3'], { mayFail: true })).toEqual({ outputs: ['', '3\n'] });
  });

  test('what does not end is ended', async () => {
    expect(await run(['echo 1; sleep 60'], { timeoutMs: 500 })).toEqual({ outputs: ['1\n'], failed: 0 });
  });
});
