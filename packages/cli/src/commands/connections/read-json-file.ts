import { readFile } from 'node:fs/promises';
import { CommandError } from '../../terminal/exit-codes.js';

/** The JSON object in a file. @throws CommandError for anything else */
export async function readJsonFile(path: string): Promise<Readonly<Record<string, unknown>>> {
  const value = parsed(path, await readFile(path, 'utf8'));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new CommandError(`${path} must hold a JSON object.`);
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
