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
    for (const end of [socket, other]) end.on('error', () => [socket, other].forEach((each) => each.destroy()));
    socket.pipe(other).pipe(socket);
  }).listen(port, '127.0.0.1'),
);

const environment = {
  PATH: process.env.PATH,
  HOME: directory,
  MILLRACE_URL: process.env.MILLRACE_PUBLIC_URL,
  MILLRACE_CLIENT_ID: process.env.MILLRACE_ADMIN_CLIENT_ID,
  MILLRACE_CLIENT_SECRET: process.env.MILLRACE_ADMIN_CLIENT_SECRET,
};
const millrace = async (...args) => {
  const { stdout } = await execute(process.execPath, [cli, '--json', ...args], { env: environment });
  return stdout.trim() === '' ? undefined : JSON.parse(stdout);
};
const until = async (look, holds) => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = await look();
    if (holds(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`did not come about: ${holds}`);
};

await millrace('deploy', 'examples/invoice-approvals', '--yes');
const subProject = '01900000-0000-7000-8000-000000000001';
const inProject = ['--sub-project', subProject];
const process_ = await millrace(...inProject, 'process', 'create', 'supplier=Acme', 'amount:=12000');
const started = await millrace(...inProject, 'run', 'execute', 'Manager approval', process_.id);
const [task] = (
  await until(
    () => millrace(...inProject, 'task', 'list', '--view', 'all', '--process', process_.id),
    ({ items }) => items.length > 0,
  )
).items;
await millrace(...inProject, 'task', 'approve', task.id);
const run = await until(
  () => millrace(...inProject, 'run', 'show', started.id ?? started.runId),
  (shown) => JSON.stringify(shown).includes('COMPLETED'),
);
const content = randomBytes(3_000_000);
await writeFile(join(directory, 'scan.pdf'), content);
const [file] = [await millrace(...inProject, 'file', 'upload', join(directory, 'scan.pdf'), '--process', process_.id)].flat();
await millrace(...inProject, 'file', 'download', file.id, '--output', join(directory, 'back.pdf'), '--force');
if (!content.equals(await readFile(join(directory, 'back.pdf')))) throw new Error('the file came back changed');
process.stdout.write(`approved ${run === undefined ? '' : started.id ?? started.runId}, file ${file.id} came back whole`);
for (const forward of forwards) forward.close();
process.exit(0);
