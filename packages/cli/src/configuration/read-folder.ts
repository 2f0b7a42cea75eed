import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../terminal/exit-codes.js';

/** A configuration that was read from a folder. */
export interface ConfigurationFolder {
  /** File name of the document. */
  readonly documentName: string;
  readonly document: string;
  /** Content of the files by their path in the folder, with "/", as in the document. */
  readonly files: Readonly<Record<string, string>>;
}

const documentNames = ['sub-project.yaml', 'sub-project.yml', 'sub-project.json'];

/**
 * Reads the document, and in the folder and those below it every BPMN and DMN file and the YAML and JSON files whose path the
 * document mentions: tests of decisions.
 *
 * @throws CommandError when there is no document, or more than one
 */
export async function readConfigurationFolder(folder: string): Promise<ConfigurationFolder> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new CommandError(`${folder} cannot be read (${error instanceof Error ? error.message : String(error)}).`);
  });
  const [documentName, ...others] = documentNames.filter((name) => names.includes(name));
  if (documentName === undefined) throw new CommandError(`There is no sub-project.yaml, .yml or .json in ${folder}.`);
  if (others.length > 0)
    throw new CommandError(`${folder} has ${[documentName, ...others].join(' and ')}. Keep one of them.`);
  const document = await readFile(join(folder, documentName), 'utf8');
  const paths = (await pathsBelow(folder, '')).filter((path) => isUsed(path, documentName, document));
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')));
  return {
    documentName,
    document,
    files: Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? ''])),
  };
}

const isUsed = (path: string, documentName: string, document: string): boolean =>
  /\.(?:bpmn|dmn)$/.test(path) || (/\.(?:ya?ml|json)$/.test(path) && path !== documentName && document.includes(path));

async function pathsBelow(folder: string, below: string): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = `${below}${entry.name}`;
      if (!entry.isDirectory()) return [path];
      return entry.name.startsWith('.') || entry.name === 'node_modules' ? [] : pathsBelow(folder, `${path}/`);
    }),
  );
  return found.flat().sort();
}
