import { readFileSync } from 'node:fs';

/** Version of this package, which is the server's too: they are released together. */
export const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
