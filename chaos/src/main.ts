import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions } from './options.js';
import { runChaos } from './run-chaos.js';
import { Findings } from './support/findings.js';

/** `npm run chaos -- --seconds 60 --servers 3 --seed 7`: exits with 1 when anything was lost, done twice or is stuck. */
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const options = readOptions(process.argv.slice(2));
const findings = new Findings();
const directory = await mkdtemp(join(tmpdir(), 'millrace-chaos-'));
// Started as root, PostgreSQL runs as another user, who must be able to enter.
await chmod(directory, 0o755);
say(`chaos: ${options.servers} servers for ${options.seconds} s, seed ${options.seed}`);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
try {
  await runChaos({
    ...options,
    directory,
    findings,
    say,
    stopping: stopping.signal,
    databaseUrl: process.env.DATABASE_URL,
  });
} catch (error) {
  findings.add('the run itself', error instanceof Error ? (error.stack ?? error.message) : String(error));
}
if (findings.count === 0) {
  await rm(directory, { recursive: true, force: true });
  say('nothing was lost, nothing was done twice, nothing is stuck');
} else {
  for (const line of findings.lines()) say(line);
  say(`${findings.count} findings; logs and data are in ${directory}, repeat with --seed ${options.seed}`);
  process.exitCode = 1;
}
