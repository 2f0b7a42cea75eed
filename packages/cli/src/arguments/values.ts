import { readFile } from 'node:fs/promises';
import { Option } from 'commander';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';
import type { Io } from '../terminal/io.js';

/**
 * Values on the command line: `name=text` is text, `name:=json` is any JSON value (`amount:=12.5`, `dueDate:=null`).
 *
 * @throws CommandError for anything else, and for a name that is given twice
 */
export function parseValues(assignments: readonly string[]): Record<string, unknown> {
  const values = new Map<string, unknown>();
  for (const assignment of assignments) {
    const match = /^([^=:]+)(:?=)([\s\S]*)$/.exec(assignment);
    const [, name, sign, text = ''] = match ?? [];
    if (name === undefined) {
      throw new CommandError(`"${assignment}" is not a value. Write name=text or name:=json.`);
    }
    if (values.has(name)) throw new CommandError(`"${name}" is given twice. Give each name once.`);
    values.set(name, sign === ':=' ? parseJson(text, assignment) : text);
  }
  return Object.fromEntries(values);
}

/** The option --from, whose path {@link readValues} takes. */
export const variablesFile = (): Option =>
  new Option(
    '--from <file>',
    'JSON object of variables, "-" for standard input; values on the command line take precedence',
  );

/** The values of a JSON object in a file (`-` for standard input), and over them those of the command line. */
export async function readValues(
  io: Io,
  assignments: readonly string[],
  path: string | undefined,
): Promise<Record<string, unknown>> {
  const given = parseValues(assignments);
  if (path === undefined) return given;
  const text = path === '-' ? await io.readInput() : await readText(path);
  return { ...parseObject(text, path === '-' ? 'standard input' : path), ...given };
}

/** A JSON object. @throws CommandError naming where the text came from */
export function parseObject(text: string, source: string): Record<string, unknown> {
  const value = parseJson(text, source);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CommandError(`${source} is not a JSON object.`);
  }
  return { ...value };
}

/** Text of a file. @throws CommandError when it cannot be read */
export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CommandError(
      `${path} cannot be read (${error instanceof Error ? error.message : String(error)}).`,
      exitCodes.usage,
    );
  }
}

function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${source} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
