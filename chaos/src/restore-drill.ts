import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runDrill } from './restore/drill.js';
import { Findings } from './support/findings.js';

/** `npm run drill -- --seconds 20 --restores 3 --seed 7`: exits with 1 when a restore is not what was written. */
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    restores: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  },
});
const [seconds, restores, seed] = [Number(values.seconds), Number(values.restores), Number(values.seed)];
if (![seconds, restores, seed].every(Number.isInteger) || seconds < 5 || restores < 1) {
  throw new Error('--seconds at least 5, --restores at least 1, --seed a whole number');
}
const findings = new Findings();
const directory = await mkdtemp(join(tmpdir(), 'millrace-drill-'));
// Started as root, PostgreSQL runs as another user, who must be able to enter.
await chmod(directory, 0o755);
say(`restore drill: ${seconds} s of writes, ${restores} restores, seed ${seed}`);
try {
  await runDrill({ seconds, restores, seed, directory, findings, say });
} catch (error) {
  findings.add('the drill itself', error instanceof Error ? (error.stack ?? error.message) : String(error));
}
if (findings.count === 0) {
  await rm(directory, { recursive: true, force: true });
  say('every restore has what was answered before its time, and nothing that was sent after it');
} else {
  for (const line of findings.lines()) say(line);
  say(`${findings.count} findings; logs, data and backups are in ${directory}, repeat with --seed ${seed}`);
  process.exitCode = 1;
}
