import { readFile } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';

/** The JSON object in a file. @throws InvalidArgumentError for anything else */
export async function readJsonFile(path: string): Promise<Readonly<Record<string, unknown>>> {
  const value = parsed(path, await readFile(path, 'utf8'));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new InvalidArgumentError(`${path} must hold a JSON object.`);
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidArgumentError(`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
