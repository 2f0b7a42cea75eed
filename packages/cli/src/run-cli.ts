import { CommanderError } from 'commander';
import { createProgram } from './program.js';
import { exitCodeOf, exitCodes } from './terminal/exit-codes.js';
import type { Io } from './terminal/io.js';
import { errorJson, errorText } from './terminal/print-error.js';

/**
 * Runs one command line. Failures are shown on standard error, as JSON with `--json`.
 *
 * @param args without the names of the interpreter and the script
 * @returns the exit code
 */
export async function runCli(args: readonly string[], io: Io): Promise<number> {
  const program = createProgram(io);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    // The parser has already printed its errors; help and version are not errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const exitCode = exitCodeOf(error);
    const isJson = program.opts<{ json?: boolean }>().json === true;
    io.err(isJson ? `${JSON.stringify(errorJson(error, exitCode), undefined, 2)}\n` : errorText(error));
    return exitCode;
  }
}
