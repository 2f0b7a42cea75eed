import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../../', import.meta.url));
export const guide = await readFile(join(root, 'docs/guide/cli.md'), 'utf8');

/** What the guide says about each operation of the contract. */
export const operationRows: ReadonlyMap<string, string> = new Map(
  [...(guide.split('## Operations and their commands')[1] ?? '').matchAll(/^\| (\w+) \| (.+) \|$/gm)]
    .map(([, operation = '', cell = '']) => [operation, cell] as const)
    .filter(([operation]) => operation !== 'Operation'),
);
