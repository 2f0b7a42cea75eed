import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { errorCatalogue, errorIds, openApiDocument } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';

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
    await scope.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, uiConfig: { docExpansion: 'none' } });
  });
}

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
