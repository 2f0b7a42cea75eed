import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { localName, refuseExisting, save } from './save.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-save-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('downloads', () => {
  test.each([
    ['../../.ssh/authorized_keys', 'authorized_keys'],
    ['C:\\Windows\\x.exe', 'x.exe'],
    ['..', 'download'],
    ['a/', 'download'],
    ['in\u0000voice\u202Efdp.exe', 'in_voice_fdp.exe'],
    ['a\n../b', 'b'],
    ['Rechnung März.pdf', 'Rechnung März.pdf'],
  ])('%j is saved as %s, in this folder', (name, local) => {
    expect(localName(name)).toBe(local);
  });

  test('a file appears whole or not at all', async () => {
    const path = join(folder, 'x.pdf');
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('connection lost');
    }
    await expect(save(path, broken())).rejects.toThrow('connection lost');
    expect(await readdir(folder)).toEqual([]);
    async function* whole() {
      yield Buffer.from('one ');
      yield Buffer.from('two');
    }
    await save(path, whole());
    expect(await readFile(path, 'utf8')).toBe('one two');
    expect(await readdir(folder)).toEqual(['x.pdf']);
  });

  test('nothing is replaced unasked', async () => {
    const path = join(folder, 'x.pdf');
    await refuseExisting(path, undefined);
    await writeFile(path, '');
    await expect(refuseExisting(path, undefined)).rejects.toThrow('exists already');
    await refuseExisting(path, true);
  });
});
