import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of directories in the temporary directory; the process id of the run follows. */
const PREFIX = 'millrace-run-';
const VARIABLE = 'MILLRACE_TEST_RUN_DIRECTORY';

/** Makes a directory that all processes of this run of the tests share, gone when the run ends. For the configuration of vitest. */
export function createRunDirectory(): void {
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(PREFIX) && !isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) remove(name);
  }
  const directory = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  process.env[VARIABLE] = directory;
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
}

/** The directory that {@link createRunDirectory} made. */
export function runDirectory(): string {
  const directory = process.env[VARIABLE];
  if (directory === undefined) throw new Error(`${VARIABLE} is not set: vitest.config.ts sets it`);
  return directory;
}

/** What a run that was killed left behind. It may belong to another user. */
function remove(name: string): void {
  try {
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  } catch {
    return;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
