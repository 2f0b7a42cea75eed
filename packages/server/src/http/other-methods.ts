import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { methodNotAllowed, routeNotFound } from '../kernel/errors/service-errors.js';

/**
 * What the methods of a path are, told to requests with another one: OPTIONS gets them in `Allow`, the rest is refused with
 * them (RFC 9110, sections 9.3.7 and 15.5.6). Called before the routes are added.
 *
 * @param answerUnknown answers some of the requests whose path no route has, for others undefined
 * @returns what answers a request that no route takes; its errors are CatalogueErrors 1004 and 1017
 */
export function answerOtherMethods(
  app: FastifyInstance,
  answerUnknown: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set(['OPTIONS']);
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods);
  });
  return (request, reply) => {
    const { method, url } = request;
    const path = url.split('?', 1)[0] ?? '/';
    const methods = methodsOf.get(path);
    if (methods === undefined) {
      const answer = answerUnknown(request, reply);
      if (answer !== undefined) return answer;
      throw routeNotFound(`No operation answers ${method} ${path}; /openapi.json lists them.`);
    }
    const allowed = [...methods].sort().join(', ');
    reply.header('allow', allowed);
    if (method === 'OPTIONS') return reply.code(204).send();
    throw methodNotAllowed(`${path} answers ${allowed}, not ${method}; /openapi.json lists the operations.`);
  };
}
