import { run } from './shell.mjs';

/** A bridge, and for each container a network namespace on it, as Docker makes them. Nothing of it leaves the machine. */
export async function createNetwork(prefix, names) {
  const bridge = `${prefix}-bridge`.slice(0, 15);
  await run('ip', ['link', 'add', bridge, 'type', 'bridge']);
  await run('ip', ['link', 'set', bridge, 'up']);
  const namespaces = new Map();
  for (const [index, name] of names.entries()) {
    const namespace = `${prefix}-${name}`;
    const address = `10.213.77.${index + 10}`;
    const inside = ['-n', namespace];
    await run('ip', ['netns', 'add', namespace]);
    await run('ip', ['link', 'add', `${prefix}${index}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace]);
    await run('ip', ['link', 'set', `${prefix}${index}`, 'master', bridge, 'up']);
    await run('ip', [...inside, 'address', 'add', `${address}/24`, 'dev', 'eth0']);
    for (const device of ['lo', 'eth0']) await run('ip', [...inside, 'link', 'set', device, 'up']);
    namespaces.set(name, { namespace, address });
  }
  return {
    namespaces,
    /** Lines of /etc/hosts: every container by the name of its service. */
    hosts: ['127.0.0.1 localhost', ...[...namespaces].map(([name, { address }]) => `${address} ${name}`)].join('\n'),
    async release() {
      for (const { namespace } of namespaces.values()) await run('ip', ['netns', 'delete', namespace]);
      await run('ip', ['link', 'delete', bridge]);
    },
  };
}
