import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a program to its end and gives its standard output. @throws Error with what it printed, when it fails */
export async function run(program, args, options = {}) {
  const { stdout } = await execute(program, args, { maxBuffer: 64 * 1024 * 1024, ...options });
  return stdout;
}

/** Quotes a word for sh. */
export const quoted = (word) => `'${String(word).replaceAll("'", "'\\''")}'`;

/** Starts a program whose output goes to a file handle. */
export const start = (program, args, log) => spawn(program, args, { stdio: ['ignore', log.fd, log.fd] });
