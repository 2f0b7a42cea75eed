import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routeNotFound } from '../kernel/errors/service-errors.js';
import { type ConsoleAsset, type ConsoleFiles, encodingFor, fixedNames } from './console-files.js';
import { renderDocument } from './document.js';
import { prefersPage } from './prefers-page.js';

export interface ConsoleOptions {
  /** The built console; undefined: there is none. */
  readonly files: ConsoleFiles | undefined;
  /** Where browsers reach the service; it may have a path. */
  readonly publicUrl: string;
  readonly storeOrigins: readonly string[];
}

/** The web console, as a part of the HTTP surface. */
export interface Console {
  /** Adds `/assets/<name>`, and the files that have fixed names. */
  addAssets(app: FastifyInstance): void;
  /** Answers a browser that opens a path which no route takes; undefined for everybody and everything else. */
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined;
}

/** Below these every path is one of an interface: an unknown one is an error also for browsers. */
const INTERFACES = /^\/(?:\.well-known|assets|docs|hooks|oauth|pages|scim|sso|v\d+)(?:\/|$)/;

const NOT_BUILT = `This server runs without its web console. Where it runs from the repository, \`npm run build\` builds the console; \
where it was installed with npm, install the package @millrace/console beside it. Then start the server again. The interface for \
programs works: see /docs.
`;

const WORKER_POLICY = "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: ConsoleAsset | undefined,
  cacheControl: string,
): FastifyReply {
  const encoding = asset && encodingFor(asset, request.headers['accept-encoding']);
  const encoded = encoding && asset?.encodings.get(encoding);
  if (asset === undefined || encoded === undefined) throw routeNotFound('There is no such file.');
  reply.headers({
    'cache-control': cacheControl,
    'cross-origin-resource-policy': 'same-origin',
    etag: encoded.etag,
    vary: 'accept-encoding',
  });
  if (request.headers['if-none-match'] === encoded.etag) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(asset.mediaType).send(encoded.bytes);
}

/**
 * Serves the console: its document for `/` and each path of its router, from memory, and the files it loads. The document is
 * new with each answer; the files are kept for good, because their names change with their contents.
 */
export function createConsole({ files, publicUrl, storeOrigins }: ConsoleOptions): Console {
  const site = { basePath: new URL(publicUrl).pathname.replace(/\/+$/, ''), storeOrigins };
  return {
    addAssets(app) {
      app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) =>
        sendFile(request, reply, files?.assets.get(request.params.name), 'public, max-age=31536000, immutable'),
      );
      for (const name of fixedNames) {
        app.get(`/${name}`, async (request, reply) => {
          // A service worker has a policy of its own: this one loads nothing.
          reply.header('content-security-policy', WORKER_POLICY);
          return sendFile(request, reply, files?.fixed.get(name), 'no-cache');
        });
      }
    },
    answer(request, reply) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
      const path = request.url.split('?', 1)[0] ?? '/';
      if (!prefersPage(request) || INTERFACES.test(path)) return undefined;
      if (files === undefined) {
        return path === '/' ? reply.code(404).type('text/plain; charset=utf-8').send(NOT_BUILT) : undefined;
      }
      const { body, headers } = renderDocument(files.document, site);
      return reply.code(200).headers(headers).send(body);
    },
  };
}
