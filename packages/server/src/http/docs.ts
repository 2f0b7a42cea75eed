import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { errorCatalogue, errorIds, openApiDocument } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
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

/** `/openapi.json` and the browsable `/docs`, both from the contract. */
export async function addDocs(app: FastifyInstance, version: string): Promise<void> {
  const document = openApiDocument(version);
  const text = JSON.stringify(document);
  app.get('/openapi.json', async (_request, reply) => {
    reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*');
    return text;
  });
  await app.register(async (scope) => {
    await scope.register(swagger, { mode: 'static', specification: { document: withErrors(document) } });
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: contentSecurityPolicy,
      uiConfig: { docExpansion: 'list', defaultModelsExpandDepth: 0 },
      theme,
    });
  });
}

/** Nothing of Swagger UI's own: there is one document to explore. */
const theme = {
  title: 'Millrace',
  css: [{ filename: 'theme.css', content: '.swagger-ui .topbar { display: none }' }],
};

/** The page also lists the error catalogue; problems link there. */
function withErrors(document: object): OpenAPIV3.Document {
  const rows = errorIds.map((id) => {
    const { code, status, title, remedy } = errorCatalogue[id];
    return `| <a id="error-${id}"></a>${id} | ${code} | ${status} | ${title}. ${remedy} |`;
  });
  const table = ['| Id | Code | Status | Meaning |', '|---|---|---|---|', ...rows].join('\n');
  const copy = structuredClone(document) as OpenAPIV3.Document;
  copy.info.description = `${copy.info.description ?? ''}\n\n## Errors\n\n${table}`;
  return copy;
}
