import { existsSync } from 'node:fs';

/** The folder of this package, from its sources, its modules and its bundle alike: the nearest one with a package.json. */
export const packageFolder: URL = nearest(new URL('.', import.meta.url));

function nearest(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : nearest(new URL('..', folder));
}
