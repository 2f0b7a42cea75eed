import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../testing/running-store.js';
import { DirectoryInUseError, lockDirectory, takeoverOf } from './directory-lock.js';

let directory = '';
beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** No process has this id: it is above the largest one that Linux gives. */
const deadProcess = 2 ** 22 + 1;

/** Everyone claims the directory at once; returns the functions that release the locks they got. */
async function claimAtOnce(path: string, count = 20) {
  const claims = await Promise.allSettled(Array.from({ length: count }, () => lockDirectory(path)));
  for (const claim of claims) {
    if (claim.status === 'rejected') expect(claim.reason).toBeInstanceOf(DirectoryInUseError);
  }
  return claims.flatMap((claim) => (claim.status === 'fulfilled' ? [claim.value] : []));
}

describe('lockDirectory', () => {
  it('gives a new directory to one of many that claim it at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const path = join(directory, `new-${round}`);
      const [release, ...others] = await claimAtOnce(path);
      expect(others).toEqual([]);
      await release?.();
      const again = await lockDirectory(path);
      await again();
    }
  });

  it.each([
    ['of a process that has ended', JSON.stringify({ pid: deadProcess, id: 'x' })],
    ['that says nothing', ''],
  ])('gives a directory with a lock %s to one of many that claim it at once', async (name, left) => {
    for (let round = 0; round < 20; round += 1) {
      const path = join(directory, `${name}-${round}`);
      await writeFile(path, left);
      const [release, ...others] = await claimAtOnce(path);
      expect(others).toEqual([]);
      await release?.();
    }
  });

  it('finishes the takeover of a process that ended during its own', async () => {
    const path = join(directory, 'twice');
    const dead = JSON.stringify({ pid: deadProcess, id: 'x' });
    await writeFile(path, dead);
    await writeFile(takeoverOf(path, dead), dead);
    const release = await lockDirectory(path);
    await expect(lockDirectory(path)).rejects.toThrow(DirectoryInUseError);
    await release();
    expect((await readdir(directory)).filter((file) => file.startsWith('twice'))).toEqual([]);
  });
});
