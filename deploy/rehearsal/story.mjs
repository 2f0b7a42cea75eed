// What somebody does with the service that compose.yaml runs: with the CLI of the image, at the published addresses.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const { ports, cli, directory } = JSON.parse(process.argv[2]);
const execute = promisify(execFile);

/** `ports:` of the compose file: this machine's port leads to the container. */
const forwards = ports.map(({ port, to }) =>
  createServer((socket) => {
    const other = connect(port, to);
    socket.on('error', () => other.destroy());
    other.on('error', () => socket.destroy());
    socket.pipe(other).pipe(socket);
  }).listen(port, '127.0.0.1'),
);

const millrace = async (clientId, clientSecret, ...args) => {
  const { stdout } = await execute(process.execPath, [cli, '--json', ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: directory,
      MILLRACE_URL: process.env.MILLRACE_PUBLIC_URL,
      MILLRACE_CLIENT_ID: clientId,
      MILLRACE_CLIENT_SECRET: clientSecret,
    },
  });
  return stdout.trim() === '' ? undefined : JSON.parse(stdout);
};
const administrator = (...args) =>
  millrace(process.env.MILLRACE_ADMIN_CLIENT_ID, process.env.MILLRACE_ADMIN_CLIENT_SECRET, ...args);

const until = async (look, holds) => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = await look();
    if (holds(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`did not come about: ${holds}`);
};

const owner = await configured();
const invoice = await owner('process', 'create', 'supplier=Acme', 'amount:=12000');
const { runId } = await owner('run', 'execute', 'Manager approval', invoice.id);
const { tasks } = await until(
  () => owner('task', 'list', '--view', 'all', '--run', runId.id),
  (list) => list.tasks.length > 0,
);
await owner('task', 'approve', tasks[0].id);
await until(
  () => owner('run', 'show', runId.id),
  (shown) => shown.run.state === 'COMPLETED',
);

const document = await fetch(process.env.MILLRACE_PUBLIC_URL, { headers: { accept: 'text/html' } });
const [script] = /assets\/[^"]+\.js/.exec(await document.text()) ?? [];
const loaded = await fetch(new URL(`/${script}`, process.env.MILLRACE_PUBLIC_URL));
if (!loaded.ok) throw new Error(`the image has no console: ${document.status}, ${script} ${loaded.status}`);

const content = randomBytes(3_000_000);
await writeFile(join(directory, 'scan.pdf'), content);
const { files } = await owner('file', 'upload', join(directory, 'scan.pdf'), '--process', invoice.id);
await owner('file', 'download', files[0].id, '--output', join(directory, 'back.pdf'), '--force');
if (!content.equals(await readFile(join(directory, 'back.pdf')))) throw new Error('the file came back changed');
process.stdout.write(`run ${runId.id} was approved, file ${files[0].id} came back whole\n`);
for (const forward of forwards) forward.close();

/** Deploys the example, with its people on the first time; gives commands in the owner's name. */
async function configured() {
  const secretFile = join(directory, 'owner-secret');
  const known = await readFile(secretFile, 'utf8').catch(() => undefined);
  if (known === undefined) {
    for (const name of ['owner', 'manager', 'assignee']) {
      await administrator('user', 'create', `Demo ${name}`, `demo-${name}@example.com`);
    }
    const created = await administrator('client', 'create', 'demo-owner@example.com', '--client-id', 'owner');
    await writeFile(secretFile, created.client_secret, { mode: 0o600 });
  }
  await administrator('deploy', 'examples/invoice-approvals', '--yes');
  const secret = await readFile(secretFile, 'utf8');
  const subProject = ['--sub-project', '01900000-0000-7000-8000-000000000001'];
  return (...args) => millrace('owner', secret, ...subProject, ...args);
}
