import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { version } from './help/version.js';
import { builtMain } from './testing/demo-server.js';

function millrace(...args: readonly string[]) {
  return spawn(process.execPath, [builtMain, ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function outcome(...args: readonly string[]) {
  const child = millrace(...args);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, out, err };
}

describe('the built command', () => {
  test('prints results and errors on their own streams, and ends with the code of the failure', async () => {
    expect(await outcome('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
    expect(await outcome('process', 'list')).toEqual({
      code: 3,
      out: '',
      err: expect.stringContaining('millrace login'),
    });
    expect(await outcome('process', 'lst')).toEqual({
      code: 2,
      out: '',
      err: expect.stringContaining('Did you mean list?'),
    });
  });

  test('a reader that has seen enough is no failure', async () => {
    const child = millrace('completion', 'zsh');
    child.stdout.destroy();
    const [[code], err] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});
