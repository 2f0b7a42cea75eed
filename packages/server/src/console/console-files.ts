import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { qualities } from './prefers-page.js';

/** The built console, in memory. */
export interface ConsoleFiles {
  /** The document, with `__BASE__` and `__NONCE__` where the base path and the nonce of an answer belong. */
  readonly document: string;
  /** By name below `/assets/`. */
  readonly assets: ReadonlyMap<string, ConsoleAsset>;
  /** What stands beside the document under a name that stays, by its name. */
  readonly fixed: ReadonlyMap<string, ConsoleAsset>;
}

/** What browsers look for when the console is installed as an app or shows notifications. */
export const fixedNames = [
  'service-worker.js',
  'app.webmanifest',
  'app-icon.svg',
  'app-icon-192.png',
  'app-icon-512.png',
] as const;

/** A file whose name has the hash of its contents. */
export interface ConsoleAsset {
  readonly mediaType: string;
  /** The contents as the build wrote them: plain, and smaller where compression gains. */
  readonly encodings: ReadonlyMap<AssetEncoding, EncodedAsset>;
}

interface EncodedAsset {
  readonly bytes: Buffer;
  readonly etag: string;
}

export type AssetEncoding = 'br' | 'gzip' | 'identity';

/** The encodings, the smallest first, with what the build puts behind the name. */
const suffixes: Readonly<Record<AssetEncoding, string>> = { br: '.br', gzip: '.gz', identity: '' };
const encodings = Object.keys(suffixes) as readonly AssetEncoding[];

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** Where the package of the console has its build; undefined when it is not installed. */
export function consoleFolder(): URL | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve('@millrace/console/package.json');
    return new URL('dist/', pathToFileURL(manifest));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Reads the build of the console; undefined when there is none. Files of other types, such as source maps, are left out. */
export function readConsole(folder: URL | undefined = consoleFolder()): ConsoleFiles | undefined {
  if (folder === undefined) return undefined;
  try {
    const document = readFileSync(new URL('index.html', folder), 'utf8');
    const assetsFolder = new URL('assets/', folder);
    const names = new Set(readdirSync(assetsFolder));
    const besides = new Set(readdirSync(folder));
    const fixed = fixedNames.filter((name) => besides.has(name));
    return {
      document,
      assets: new Map([...names].flatMap((name) => assetsOf(assetsFolder, name, names))),
      fixed: new Map(fixed.flatMap((name) => assetsOf(folder, name, besides))),
    };
  } catch (error) {
    // Not built yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function assetsOf(folder: URL, name: string, present: ReadonlySet<string>): [string, ConsoleAsset][] {
  const mediaType = mediaTypes[name.split('.').at(-1) ?? ''];
  return mediaType === undefined ? [] : [[name, { mediaType, encodings: readEncodings(folder, name, present) }]];
}

function readEncodings(folder: URL, name: string, names: ReadonlySet<string>): ConsoleAsset['encodings'] {
  const present = encodings.filter((encoding) => names.has(name + suffixes[encoding]));
  return new Map(
    present.map((encoding) => {
      const bytes = readFileSync(new URL(encodeURIComponent(name + suffixes[encoding]), folder));
      return [encoding, { bytes, etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"` }];
    }),
  );
}

/** The smallest form of an asset that a client takes. */
export function encodingFor({ encodings: present }: ConsoleAsset, accepted: string | undefined): AssetEncoding {
  const weights = qualities(accepted);
  const takes = (encoding: AssetEncoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
  return encodings.find((encoding) => present.has(encoding) && takes(encoding)) ?? 'identity';
}
