import { spawnSync } from 'node:child_process';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { currentCommands } from './help/current-names.js';
import { createProgram } from './program.js';
import { memoryIo, run } from './testing/memory-io.js';

const leaves = (command: Command, path: readonly string[] = []): readonly (readonly string[])[] =>
  currentCommands(command).length === 0
    ? [path]
    : currentCommands(command).flatMap((child) => leaves(child, [...path, child.name()]));

const commands = leaves(createProgram(memoryIo()));

/** Completes as bash does: the script is loaded and its function called with the words so far. */
function complete(script: string, ...words: readonly string[]): readonly string[] {
  const line = ['millrace', ...words].map((word) => `'${word}'`).join(' ');
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', '--noprofile', '-s'], {
    input: `${script}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _millrace; printf '%s\\n' "\${COMPREPLY[@]}"\n`,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').filter((reply) => reply !== '');
}

describe('help', () => {
  test.each(commands)('%s %s has examples that start with its own name', async (...path) => {
    const names = path.filter((name) => typeof name === 'string');
    const { code, out } = await run([...names, '--help']);
    expect(code).toBe(0);
    const [, examples = ''] = out.split('\nExamples:\n');
    expect(examples).toMatch(new RegExp(`^ {2}.*\\bmillrace ${names.join(' ')}\\b`, 'm'));
  });

  test.each([
    ['run', 'stuck', 'check'],
    ['run', 'move', 'modify'],
    ['process', 'get', 'show'],
    ['process', 'bulk-show', 'bulk-status'],
    ['client', 'rotate', 'rotate-secret'],
  ])('%s %s still works under its old name, and only %s is shown', async (group, old, current) => {
    const help = await run([group, '--help']);
    expect(help.out).toMatch(new RegExp(`^ {2}${current}\\b`, 'm'));
    const shownAsCommand = new RegExp(`(^ {2}|\\||millrace ${group} )${old}(?![\\w-])`, 'm');
    expect(help.out).not.toMatch(shownAsCommand);
    expect((await run([group, current, '--help'])).out).not.toMatch(shownAsCommand);
    const { out: script } = await run(['completion', 'bash']);
    expect(complete(script, group, '')).toContain(current);
    expect(complete(script, group, '')).not.toContain(old);
    const { code, out } = await run([group, old, '--help']);
    expect({ code, usage: out.split('\n')[0] }).toEqual({
      code: 0,
      usage: expect.stringMatching(new RegExp(`^Usage: millrace ${group} (${old}|${current}) `)),
    });
  });

  test('no option takes a secret: others can read the arguments of a process', () => {
    const options = (command: Command): readonly string[] => [
      ...command.options.filter(({ required, optional }) => required || optional).map(({ flags }) => flags),
      ...command.commands.flatMap(options),
    ];
    expect(options(createProgram(memoryIo())).filter((flags) => /secret|password|token/i.test(flags))).toEqual([]);
  });
});

describe('completion', () => {
  test('bash completes commands, options and fixed values at their place', async () => {
    const { out: script } = await run(['completion', 'bash']);
    expect(complete(script, 'pro')).toEqual(['profile', 'process']);
    expect(complete(script, 'process', '')).toEqual(
      expect.arrayContaining(['list', 'show', 'create', 'update', 'export', '--json']),
    );
    expect(complete(script, '--profile', 'process', 'task', 'cl')).toEqual(['claim']);
    expect(complete(script, 'task', 'list', '--view', '')).toEqual(['mine', 'claimable', 'all']);
    expect(complete(script, 'task', 'list', '--vi')).toEqual(['--view']);
    expect(complete(script, 'completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
    expect(complete(script, 'process', 'show', 'list', '--st')).toEqual([]);
  });

  test('a flag takes a value everywhere or nowhere, as the scripts assume', () => {
    const kinds = new Map<string, Set<boolean>>();
    const visit = (command: Command): void => {
      for (const option of command.options) {
        for (const flag of [option.short, option.long]) {
          if (typeof flag === 'string') kinds.set(flag, (kinds.get(flag) ?? new Set()).add(option.required));
        }
      }
      command.commands.forEach(visit);
    };
    visit(createProgram(memoryIo()));
    expect([...kinds].filter(([, kind]) => kind.size > 1).map(([flag]) => flag)).toEqual([]);
  });

  test.each([
    ['zsh', "'\\''"],
    ['fish', "\\'"],
  ])('the %s script names every command and its quotes are closed', async (shell, escaped) => {
    const { out } = await run(['completion', shell]);
    for (const path of commands) expect(out).toContain(`/${path.join('/')}`);
    const quotes = out.replaceAll(escaped, '').split("'").length - 1;
    expect(quotes % 2).toBe(0);
  });
});
