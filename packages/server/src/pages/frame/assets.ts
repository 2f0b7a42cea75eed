import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { routeNotFound } from '../../kernel/errors/service-errors.js';
import { packageFolder } from '../../kernel/package-folder.js';

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
};

interface Asset {
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly etag: string;
  /** Undefined for what is compressed already. */
  readonly brotli: Promise<Buffer> | undefined;
}

/** The files that pages load: style sheet, script, mark and fonts. */
export interface PageAssets {
  /** Hash of all files: the addresses change with the contents, so browsers keep them for a year. */
  readonly version: string;
  /** Serves `/pages/<version>/<name>`. Another version, of a server that is being replaced, gets today's file unkept. */
  addRoutes(app: FastifyInstance): void;
}

/** Reads the files of `assets/`: 150 KB, most of it fonts. */
export function readPageAssets(folder: URL = new URL('src/pages/assets/', packageFolder)): PageAssets {
  const names = readdirSync(folder).filter((name) => mediaTypes[extension(name)] !== undefined);
  const files = new Map(names.sort().map((name) => [name, readFileSync(new URL(name, folder))]));
  const version = hashOf(...files.values()).slice(0, 12);
  const loaded = new Map<string, Asset>();
  const assetOf = (name: string): Asset | undefined => {
    const bytes = files.get(name);
    if (bytes === undefined) return undefined;
    const asset = loaded.get(name) ?? load(name, bytes);
    loaded.set(name, asset);
    return asset;
  };
  return {
    version,
    addRoutes(app) {
      app.get<{ Params: { version: string; name: string } }>('/pages/:version/:name', async (request, reply) => {
        const asset = assetOf(request.params.name);
        if (asset === undefined) throw routeNotFound('There is no such file.');
        const isCurrent = request.params.version === version;
        reply.headers({
          'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
          'cross-origin-resource-policy': 'same-origin',
          etag: asset.etag,
          vary: 'accept-encoding',
        });
        if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send();
        reply.type(asset.mediaType);
        if (asset.brotli === undefined || !takesBrotli(request.headers['accept-encoding'])) return asset.bytes;
        reply.header('content-encoding', 'br');
        return asset.brotli;
      });
    },
  };
}

const compress = promisify(brotliCompress);

const load = (name: string, bytes: Buffer): Asset => ({
  bytes,
  mediaType: mediaTypes[extension(name)] ?? '',
  etag: `"${hashOf(bytes).slice(0, 16)}"`,
  brotli: extension(name) === 'woff2' ? undefined : compress(bytes),
});

const extension = (name: string): string => name.split('.').at(-1) ?? '';

const takesBrotli = (header: string | readonly string[] | undefined): boolean =>
  /(?:^|[\s,])br(?:\s*;\s*q=(?!0(?:\.0*)?(?:[\s,]|$))[\d.]+)?(?=[\s,]|$)/.test(String(header ?? ''));

const hashOf = (...parts: readonly Buffer[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');
