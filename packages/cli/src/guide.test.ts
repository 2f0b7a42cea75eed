import { commands } from '@millrace/client';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { currentCommands } from './help/current-names.js';
import { createProgram } from './program.js';
import { exitCodes } from './terminal/exit-codes.js';
import { guide, operationRows } from './testing/guide.js';
import { memoryIo } from './testing/memory-io.js';

const leaves = (command: Command, path: string): readonly string[] =>
  currentCommands(command).length === 0
    ? [path]
    : currentCommands(command).flatMap((child) => leaves(child, `${path} ${child.name()}`));

// `guide.slow.test.ts` runs what the guide prints.
describe('docs/guide/cli.md', () => {
  test('it names every command', () => {
    const missing = leaves(createProgram(memoryIo()), 'millrace').filter((path) => !guide.includes(path));
    expect(missing).toEqual([]);
  });

  test('its table has every operation, with commands there are or the reason why there are none', () => {
    const known = new Set(leaves(createProgram(memoryIo()), '').map((path) => path.trim()));
    expect([...operationRows.keys()].sort()).toEqual(Object.keys(commands).sort());
    for (const [operation, cell] of operationRows) {
      const named = [...cell.matchAll(/`([a-z][a-z -]*?)(?: --[a-z]+)?`/g)].map(([, name = '']) => name);
      if (!cell.startsWith('none: ')) {
        expect(named, operation).not.toEqual([]);
        expect(
          named.filter((name) => !known.has(name)),
          operation,
        ).toEqual([]);
      }
    }
  });

  test('its exit codes are those of the code', () => {
    const documented = [...guide.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
    expect(documented).toEqual(Object.values(exitCodes));
  });
});
