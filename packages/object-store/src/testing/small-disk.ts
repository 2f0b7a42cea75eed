import { spawnSync } from 'node:child_process';
import { statfs, writeFile } from 'node:fs/promises';

/** Mounts a file system of this size in memory. Undefined where that is not allowed: only root may, and not in every container. */
export function mountSmallDisk(directory: string, mebibytes: number): { unmount(): void } | undefined {
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', directory]);
  if (mount.status !== 0) return undefined;
  return { unmount: () => void spawnSync('umount', [directory]) };
}

/** Takes all space of a file system but `leave` bytes, with a file. */
export async function fillDisk(file: string, directory: string, leave = 0): Promise<void> {
  await writeFile(file, '');
  const { bavail, bsize } = await statfs(directory);
  await writeFile(file, Buffer.alloc(Math.max(0, bavail * bsize - leave)));
}
