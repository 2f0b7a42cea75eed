import { rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const bundled = new Map<string, Promise<string>>();

/**
 * A program of TypeScript sources as one file that Node runs: Node 20 cannot strip types, and a build would test something else
 * than the sources. Each process that runs tests bundles a program once.
 *
 * @returns its path, in `dist/testing/` of its package, from where Node finds what it imports
 */
export function bundleSources(source: URL): Promise<string> {
  const known = bundled.get(source.href);
  if (known !== undefined) return known;
  const writing = write(fileURLToPath(source));
  bundled.set(source.href, writing);
  return writing;
}

async function write(source: string): Promise<string> {
  const folder = source.replace(/(?<=\/packages\/[^/]+)\/src\/.*$/, '/dist/testing');
  const path = join(folder, basename(source).replace('.ts', '.mjs'));
  const passing = path.replace('.mjs', `-${process.pid}.mjs`);
  const sources = await rolldown({
    input: source,
    platform: 'node',
    resolve: { conditionNames: ['@millrace/source', 'import', 'node'], extensionAlias: { '.js': ['.ts', '.js'] } },
    external: (id) => !/^\.{0,2}\/|^@millrace\//.test(id),
  });
  await sources.write({ file: passing, codeSplitting: false });
  await sources.close();
  // Another process may do the same.
  await rename(passing, path);
  return path;
}
