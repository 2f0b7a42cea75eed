import { errorCatalogue, errorIds, openApiDocument } from '@millrace/contract';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';

/** The page may load and call its own origin only; Swagger UI sets styles inline. */
const contentSecurityPolicy = {
  'default-src': "'self'",
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'object-src': "'none'",
  'frame-ancestors': "'self'",
  'base-uri': "'self'",
};

/**
 * `/openapi.json` and the browsable `/docs`, both from the contract. The document names the public address for tools that
 * import it; the page calls wherever it was loaded from, because it may load from nowhere else. Swagger UI is loaded when the
 * page is first asked for: few servers are, and it is a tenth of what a start would load.
 */
export function addDocs(app: FastifyInstance, version: string, publicUrl: string): void {
  const text = JSON.stringify(openApiDocument(version, publicUrl));
  app.get('/openapi.json', async (_request, reply) => {
    reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*');
    return text;
  });
  let loading: Promise<FastifyInstance> | undefined;
  const page = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    loading ??= createPage(version);
    const answer = await (await loading).inject({ method: 'GET', url, headers });
    if (answer.statusCode === 404) return reply.callNotFound();
    // Of the connection, which is another one here.
    const { connection: _, 'transfer-encoding': __, date: ___, ...answered } = answer.headers;
    return reply.code(answer.statusCode).headers(answered).send(answer.rawPayload);
  };
  app.get('/docs', page);
  app.get('/docs/*', page);
}

/** A server of the page alone, which listens nowhere. */
async function createPage(version: string): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const app = fastify();
  await app.register(swagger, {
    mode: 'static',
    specification: { document: withErrors(openApiDocument(version, '/')) },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: contentSecurityPolicy,
    uiConfig: { docExpansion: 'list', defaultModelsExpandDepth: 0 },
    theme,
  });
  await app.ready();
  return app;
}

/** Problems link to `#error-<id>`: folded, there only once Swagger UI has drawn the page, and by then named `#/error-<id>`. */
const showError = `
const show = () => {
  const [, id = ''] = /^#\\/?(error-\\d+)$/.exec(location.hash) ?? [];
  const row = document.getElementById(id);
  const table = row?.closest('details');
  if (!table) return false;
  table.open = true;
  row.scrollIntoView({ block: 'center' });
  return true;
};
addEventListener('hashchange', show);
if (!show()) {
  const drawn = new MutationObserver(() => show() && drawn.disconnect());
  drawn.observe(document, { childList: true, subtree: true });
}
`;

/** Nothing of Swagger UI's own: there is one document to explore. */
const theme = {
  title: 'Millrace',
  css: [
    {
      filename: 'theme.css',
      content: '.swagger-ui .topbar { display: none } .swagger-ui .info summary { cursor: pointer; font-size: 14px }',
    },
  ],
  js: [{ filename: 'show-error.js', content: showError }],
};

/** The page also has the error catalogue, folded so that the operations come first; problems link there. */
function withErrors(document: object): OpenAPIV3.Document {
  const rows = errorIds.map((id) => {
    const { code, status, title, remedy } = errorCatalogue[id];
    return `| <a id="error-${id}"></a>${id} | ${code} | ${status} | ${title}. ${remedy} |`;
  });
  const table = ['| Id | Code | Status | Meaning |', '|---|---|---|---|', ...rows].join('\n');
  const copy = structuredClone(document) as OpenAPIV3.Document;
  copy.info.description = `${copy.info.description ?? ''}\n\n<details><summary>All errors</summary>\n\n${table}\n\n</details>`;
  return copy;
}
