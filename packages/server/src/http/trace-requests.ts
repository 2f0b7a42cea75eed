import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runInSpan, type Span, type Tracer } from '../kernel/tracing.js';
import { traceparentOf } from './trace-id.js';

/** A span for each request of an operation; what the request does is below it. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const operation = request.routeOptions.config.operation?.id;
    if (operation === undefined) return done();
    const { tracestate } = request.headers;
    const span = tracer.begin({
      name: operation,
      kind: 'server',
      traceId: request.id,
      traceparent: traceparentOf(request.raw),
      tracestate: typeof tracestate === 'string' ? tracestate : undefined,
      attributes: { 'http.request.method': request.method, 'http.route': request.routeOptions.url ?? '' },
    });
    spans.set(request, span);
    // Everything that follows in the request runs inside `done`.
    runInSpan(span, done);
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': statusCode, 'millrace.client_id': request.principal?.clientId ?? '' });
    span?.end(statusCode >= 500 ? new Error(`status ${statusCode}`) : undefined);
  });
}
