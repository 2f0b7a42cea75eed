import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const SCRIPT = `console.log('${'millrace '.repeat(50)}');`;

/** A folder such as the console's build writes. */
export interface ConsoleBuild {
  readonly folder: URL;
  remove(): Promise<void>;
}

export async function writeConsoleBuild(): Promise<ConsoleBuild> {
  const path = await mkdtemp(join(tmpdir(), 'console-build-'));
  const asset = (name: string, bytes: string | Buffer) => writeFile(join(path, 'assets', name), bytes);
  await mkdir(join(path, 'assets'));
  await writeFile(
    join(path, 'index.html'),
    '<!doctype html><base href="__BASE__"><meta property="csp-nonce" nonce="__NONCE__"><script type="module" src="assets/index-1a2b.js" nonce="__NONCE__"></script>',
  );
  await asset('index-1a2b.js', SCRIPT);
  await asset('index-1a2b.js.br', brotliCompressSync(SCRIPT));
  await asset('index-1a2b.js.gz', gzipSync(SCRIPT));
  await asset('index-1a2b.js.map', '{}');
  await writeFile(join(path, 'service-worker.js'), 'self.skipWaiting();');
  await asset('index-3c.css', 'body{}');
  await asset('inter-4d.woff2', Buffer.from([0, 1, 2]));
  return { folder: pathToFileURL(`${path}/`), remove: () => rm(path, { recursive: true }) };
}
