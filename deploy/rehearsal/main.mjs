// Builds the image of the Dockerfile and runs compose.yaml with it, without Docker: overlay file systems, network
// namespaces, Debian's PostgreSQL and nginx in place of their images. Needs Linux, root, iproute2, PostgreSQL 15 and
// nginx. Ends with 0 when the story of story.mjs held, while one API process and one worker were killed.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildImage } from './build-image.mjs';
import { readComposeFile, startOrder } from './compose-file.mjs';
import { createContainer } from './container.mjs';
import { createLayers } from './layers.mjs';
import { createNetwork } from './network.mjs';
import { run } from './shell.mjs';
import { standIns } from './stand-ins.mjs';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const say = (text) => process.stdout.write(`${text}\n`);
const undo = [];

async function main() {
  const directory = await mkdtemp(join(tmpdir(), 'millrace-rehearsal-'));
  undo.push(() => rm(directory, { recursive: true, force: true }));
  const layers = await createLayers(join(directory, 'layers'));
  undo.push(() => layers.release());
  const environment = await filledExample();
  const { services } = await readComposeFile(repository, environment);
  const image = await buildImage({ repository, layers, say });

  const client = 'you';
  const network = await createNetwork(`mr${process.pid % 1000}`, [...Object.keys(services), client]);
  undo.push(() => network.release());
  const containers = new Map();
  undo.push(async () => {
    await Promise.all([...containers.values()].map((container) => container.stop()));
    if (process.exitCode !== 1) return;
    for (const name of containers.keys())
      say(`--- ${name}\n${await run('tail', ['-n', '20', join(directory, `${name}.log`)])}`);
  });
  for (const name of startOrder(services)) {
    const service = services[name];
    const made = await createContainer({
      name,
      service,
      image: await imageOf(service, { image, layers, name }),
      layers,
      network,
      directory,
      repository,
    });
    containers.set(name, made);
    made.start();
    if (service.restart === 'on-failure:5') {
      const code = await made.ended();
      if (code !== 0)
        throw new Error(`${name} ended with ${code}:\n${await readFile(join(directory, `${name}.log`), 'utf8')}`);
    } else if (service.healthcheck !== undefined || service.image.startsWith('millrace')) {
      await made.healthy();
    }
    say(`${name} is up`);
  }

  const ports = Object.entries(services).flatMap(([name, { ports: published = [] }]) =>
    published.map((port) => ({ port: Number(port.split(':').at(-1)), to: network.namespaces.get(name).address })),
  );
  const told = await runStory({ environment, ports, image, network, client, directory });
  say(told);
  for (const name of ['api-1', 'worker-1']) {
    containers.get(name).kill('SIGKILL');
    say(`${name} was killed`);
  }
  say(await runStory({ environment, ports, image, network, client, directory }));
  for (const name of ['api-1', 'worker-1']) {
    await containers.get(name).healthy();
    if (containers.get(name).starts() !== 2) throw new Error(`${name} was not started again`);
  }
  for (const name of startOrder(services)
    .reverse()
    .filter((each) => services[each].image.startsWith('millrace'))) {
    const code = await containers.get(name).stop();
    if (code !== 0) throw new Error(`${name} ended with ${code} after SIGTERM`);
  }
  say('all ended well on SIGTERM');
}

/** .env.example as its comments say to fill it in. */
async function filledExample() {
  const text = await readFile(join(repository, '.env.example'), 'utf8');
  const entries = [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  const made = (name) =>
    name === 'MILLRACE_SECRET_KEY' ? randomBytes(32).toString('base64') : randomBytes(24).toString('hex');
  return Object.fromEntries(entries.map(([name, value]) => [name, value === '' ? made(name) : value]));
}

async function imageOf(service, { image, layers, name }) {
  const foreign = service.image.split(':')[0];
  if (foreign === 'millrace') return image;
  const layer = await layers.add(`image-${name}`);
  const { entrypoint, path } = await standIns[foreign](layer);
  return { layer, env: {}, workdir: '/', user: 'root', entrypoint, path, command: [] };
}

function runStory({ environment, ports, image, network, client, directory }) {
  const story = fileURLToPath(new URL('./story.mjs', import.meta.url));
  const cli = join(image.layer.top, 'millrace/packages/cli/bin/millrace.js');
  const given = JSON.stringify({ ports, cli, directory });
  const { namespace } = network.namespaces.get(client);
  return run('ip', ['netns', 'exec', namespace, process.execPath, story, given], {
    env: { ...process.env, ...environment },
    cwd: repository,
    timeout: 120_000,
  });
}

try {
  await main();
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n${error.stdout ?? ''}\n`);
} finally {
  for (const step of undo.reverse()) await step().catch((error) => process.stderr.write(`${error}\n`));
}
