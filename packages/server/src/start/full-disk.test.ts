import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '../kernel/create-log.js';
import { readConfig } from './read-config.js';
import { startResources } from './resources.js';
import { SPARE_BYTES, spareFile } from './spare-space.js';
import { operatorMessage } from './start-error.js';

let directory: string;
/** Only root may mount a disk, and not in every container. */
let mounted = false;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'millrace-full-start-'));
  mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', directory]).status === 0;
  await chmod(directory, 0o755);
});
afterEach(async () => {
  if (mounted) spawnSync('umount', [directory]);
  await rm(directory, { recursive: true, force: true });
});

async function fillDisk(file: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  await writeFile(file, Buffer.alloc(bavail * bsize));
}

it('a server and its PostgreSQL start on a full disk, with the space that an earlier start kept for this', async (context) => {
  if (!mounted) return context.skip('a disk of 256 MiB cannot be mounted here');
  const data = join(directory, 'data');
  const config = readConfig({ MILLRACE_DATA_DIR: data, MILLRACE_ROLE: 'all' });
  const log = createLog('silent');
  const first = await startResources(config, log);
  await first.release();
  expect((await stat(spareFile(data))).size).toBe(SPARE_BYTES);

  await fillDisk(join(directory, 'filler'));
  const second = await startResources(config, log);
  try {
    await second.db.script('create table millrace.written as select 1 as id; drop table millrace.written');
    await expect(stat(spareFile(data))).rejects.toMatchObject({ code: 'ENOENT' });
  } finally {
    await second.release();
  }

  // Without that space, the operator is told what to do.
  await fillDisk(join(directory, 'second-filler'));
  const refused = await startResources(config, log).catch((error: unknown) => error);
  expect(operatorMessage(refused)).toMatch(/disk is full.*Free some space/);

  await rm(join(directory, 'filler'));
  await (await startResources(config, log)).release();
  expect((await stat(spareFile(data))).size).toBe(SPARE_BYTES);
});
