import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names of files of scenarios. */
const SCENARIO_FILE = /\.test\.(ya?ml|json)$/;

/** The texts of the files of scenarios in a folder and the folders below it, by their path in the folder, with "/". */
export async function readScenarioFiles(folder: string): Promise<Readonly<Record<string, string>>> {
  const paths = (await scenarioPaths(folder, '')).sort();
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')));
  return Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? '']));
}

async function scenarioPaths(folder: string, below: string): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const found = entries.map(async (entry) => {
    const path = `${below}${entry.name}`;
    if (!entry.isDirectory()) return SCENARIO_FILE.test(entry.name) ? [path] : [];
    return entry.name.startsWith('.') || entry.name === 'node_modules' ? [] : scenarioPaths(folder, `${path}/`);
  });
  return (await Promise.all(found)).flat();
}
