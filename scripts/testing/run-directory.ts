import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of directories in the temporary directory; the process id of the run follows. */
const PREFIX = 'millrace-run-';
const VARIABLE = 'MILLRACE_TEST_RUN_DIRECTORY';

/** A file system in memory. Making and deleting databases there takes a tenth of the system's CPU time that a disk takes. */
const MEMORY = '/dev/shm';
/** What must be free there and in memory; a run of all tests uses a small part of it. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Makes a directory that all processes of this run of the tests share, gone when the run ends; their temporary directory
 * (`TMPDIR`) is in it. In memory where there is room. For the configuration of vitest.
 */
export function createRunDirectory(): void {
  const parent = hasRoom(MEMORY) ? MEMORY : tmpdir();
  removeLeftovers(parent);
  const directory = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  // PostgreSQL may run as another user, who must be able to enter.
  chmodSync(directory, 0o755);
  const temporary = join(directory, 'tmp');
  mkdirSync(temporary);
  chmodSync(temporary, 0o1777);
  process.env[VARIABLE] = directory;
  process.env.TMPDIR = temporary;
}

/** The directory that {@link createRunDirectory} made. */
export function runDirectory(): string {
  const directory = process.env[VARIABLE];
  if (directory === undefined) throw new Error(`${VARIABLE} is not set: vitest.config.ts sets it`);
  return directory;
}

/** Whether much can be written there, and programs run from there. */
function hasRoom(directory: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(directory);
    const [, available = '0'] = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
    if (Math.min(bavail * bsize, Number(available) * 1024) < ENOUGH_BYTES) return false;
    return runsPrograms(directory);
  } catch {
    return false;
  }
}

function runsPrograms(directory: string): boolean {
  const probe = mkdtempSync(join(directory, `${PREFIX}${process.pid}-`));
  try {
    const program = join(probe, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    execFileSync(program);
    return true;
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

/** What runs that were killed left behind. It may belong to another user. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX) || isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // Its owner's next run removes it.
    }
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
