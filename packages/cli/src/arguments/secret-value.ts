import { CommandError } from '../terminal/exit-codes.js';
import type { Io } from '../terminal/io.js';

/**
 * A secret that is never an argument: asked for without showing it, or else standard input, whose last line break belongs
 * to the program that wrote it.
 *
 * @throws CommandError when it is empty
 */
export async function readSecretValue(io: Io, question: string): Promise<string> {
  const value = io.canAsk ? await io.ask(question, { secret: true }) : (await io.readInput()).replace(/\r?\n$/, '');
  if (value === '') throw new CommandError('There is no value: give it on standard input.');
  return value;
}
