import { copyFile, mkdir, realpath, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './shell.mjs';

/**
 * File systems of images and containers: overlays over the root of this machine, which stands in for the Debian
 * base image. What is written goes to the top layer only.
 */
export async function createLayers(directory) {
  // In memory: the kernel takes no layer that lies inside another one, as a folder of this disk would.
  await mkdir(directory, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', 'size=4g', 'tmpfs', directory]);
  const mounted = [directory];
  return {
    /** @returns {Promise<{ root: string, top: string, lower: string }>} where it is mounted, its own files, layers for a child */
    async add(name, lower = '/') {
      const [root, top, work] = ['root', 'top', 'work'].map((part) => join(directory, name, part));
      for (const path of [root, top, work]) await mkdir(path, { recursive: true });
      await run('mount', ['-t', 'overlay', 'overlay', '-o', `lowerdir=${lower},upperdir=${top},workdir=${work}`, root]);
      mounted.push(root);
      // Devices and processes are mounts of their own, which an overlay does not show.
      for (const path of ['proc', 'dev']) {
        await run('mount', ['--rbind', '--make-rslave', `/${path}`, join(root, path)]);
        mounted.push(join(root, path));
      }
      return { root, top, lower: `${top}:${lower}` };
    },
    async release() {
      for (const path of mounted.splice(0).reverse()) await run('umount', ['-l', path]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** What the base image of Node has and this machine may not: its user, and node of the PATH where the image has it. */
export async function likeNodeImage(layer) {
  const id = await run('chroot', [layer.root, 'id', '-u', 'node']).catch(() => '');
  if (id === '') await run('chroot', [layer.root, 'useradd', '--create-home', 'node']);
  for (const name of ['node', 'npm']) {
    const command = (await run('sh', ['-c', `command -v ${name}`])).trim();
    if (command === `/usr/local/bin/${name}`) continue;
    const target = await realpath(command);
    const place = join(layer.root, 'usr/local/bin', name);
    await mkdir(join(layer.root, 'usr/local/bin'), { recursive: true });
    await rm(place, { force: true });
    // A container has a /tmp of its own, which hides a node that lies there. npm is a script beside its modules.
    if (name === 'node') await copyFile(target, place);
    else await symlink(target, place);
  }
}
