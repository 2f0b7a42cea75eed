import { chmod, mkdir, open, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { quoted, run, start } from './shell.mjs';

/**
 * One service of compose.yaml as a process with its own file system, network, user and limits on what it may write.
 * It is started again when it ends, where the file says so.
 *
 * @param image `layer`, `env`, `workdir`, `user`, `entrypoint`, `command`, `healthcheck`, and `path` before PATH
 */
export async function createContainer({ name, service, image, layers, network, directory, repository }) {
  const layer = await layers.add(`container-${name}`, image.layer.lower);
  await writeFile(join(layer.root, 'etc/hosts'), `${network.hosts}\n`);
  const { namespace } = network.namespaces.get(name);
  const log = await open(join(directory, `${name}.log`), 'a');
  const prepare = await mounts({ service, layer, directory, repository, user: image.user });
  const environment = Object.entries({ ...image.env, ...service.environment });
  const within = (words) => [
    'chroot', layer.root, 'env', '-i', `PATH=${image.path ? `${image.path}:` : ''}/usr/local/bin:/usr/bin:/bin`,
    ...environment.map(([key, value]) => `${key}=${value}`),
    'sh', '-c', `cd ${quoted(image.workdir)} && exec ${asUser(image.user, service.cap_drop)} ${words.map(quoted).join(' ')}`,
  ]; // biome-ignore format: one word after the other
  const words = [...(service.entrypoint ?? image.entrypoint), ...(service.command ?? image.command)];
  let child;
  let stopping = false;
  let starts = 0;

  const begin = () => {
    starts += 1;
    const script = `${prepare}\nexec ${within(words).map(quoted).join(' ')}`;
    const place = ['netns', 'exec', namespace, 'unshare', '--mount', '--propagation', 'private'];
    child = start('ip', [...place, 'sh', '-ec', script], log);
    const current = child;
    current.ended = new Promise((resolveEnd) => {
      current.once('exit', (code, signal) => resolveEnd(code ?? signal));
    });
    current.ended.then((code) => {
      if (!stopping && service.restart === 'unless-stopped') setTimeout(begin, 200);
      return code;
    });
  };

  return {
    name,
    start: begin,
    starts: () => starts,
    /** Exit code of the process that runs. */
    ended: () => child.ended,
    kill: (signal) => child.kill(signal),
    /** @throws Error when the health check does not pass within its retries */
    async healthy() {
      const check = service.healthcheck?.test?.slice(1) ?? image.healthcheck;
      for (let attempt = 0; attempt < 150; attempt++) {
        const inside = ['--target', String(child.pid), '--mount', '--net'];
        const passed = await run('nsenter', [...inside, ...within(check)]).then(
          () => true,
          () => false,
        );
        if (passed) return;
        await delay(200);
      }
      throw new Error(`${name} is not healthy; see its log`);
    },
    /** SIGTERM, and SIGKILL after `stop_grace_period`. @returns exit code or the signal that ended it */
    async stop() {
      stopping = true;
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode;
      child.kill('SIGTERM');
      const grace = Number.parseInt(service.stop_grace_period ?? '10s', 10) * 1000;
      const cut = setTimeout(() => child.kill('SIGKILL'), grace);
      const code = await child.ended;
      clearTimeout(cut);
      await log.close();
      return code;
    },
  };
}

/** `cap_drop: [ALL]` and the user of the image; other images change their user themselves. */
const asUser = (user, dropped) =>
  [
    'setpriv',
    ...(user === 'root' ? [] : ['--reuid', user, '--regid', user, '--clear-groups']),
    ...(dropped ? ['--bounding-set', '-all', '--inh-caps', '-all', '--no-new-privs'] : []),
  ].join(' ');

/** Shell commands that mount what the service gets to see, in a mount namespace of its own. */
async function mounts({ service, layer, directory, repository, user }) {
  const lines = [];
  if (service.read_only) {
    lines.push(`mount --bind ${quoted(layer.root)} ${quoted(layer.root)}`);
    lines.push(`mount -o remount,bind,ro ${quoted(layer.root)}`);
    for (const path of ['proc', 'dev']) lines.push(`mount --rbind /${path} ${quoted(join(layer.root, path))}`);
  }
  for (const path of service.tmpfs ?? []) lines.push(`mount -t tmpfs -o mode=1777 tmpfs ${quoted(layer.root + path)}`);
  for (const volume of service.volumes ?? []) {
    const [source, target] = volume.split(':');
    const inRepository = source.startsWith('.');
    const path = inRepository ? resolve(repository, source) : join(directory, 'volumes', source);
    if (inRepository) {
      await writeFile(join(layer.root, target), '');
    } else {
      for (const made of [path, join(layer.root, target)]) await mkdir(made, { recursive: true });
      await chmod(path, 0o755);
      if (user !== 'root')
        await run('chroot', [layer.root, 'id', '-u', user]).then((id) => run('chown', [id.trim(), path]));
    }
    lines.push(`mount --bind ${quoted(path)} ${quoted(layer.root + target)}`);
  }
  return lines.join('\n');
}
