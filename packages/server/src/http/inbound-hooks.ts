import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestScope, runInRequest } from '../kernel/request-scope.js';
import { clientAddress } from './sender/client-address.js';

/** A delivery of another service, with its body as it was signed. */
export interface InboundDelivery {
  /** Last part of the path. */
  readonly address: string;
  /** Address that it comes from. */
  readonly sender: string;
  /** Names in lower case; of repeated ones the first. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  readonly traceId: string;
}

/** Takes a delivery. @throws CatalogueError */
export type ReceiveDelivery = (delivery: InboundDelivery) => Promise<object>;

const BODY_LIMIT = 1024 * 1024;

/** `POST /hooks/<address>`: deliveries of other services. The signature is over the bytes, so every type of body is taken as bytes. */
export async function addInboundHooks(app: FastifyInstance, receive: ReceiveDelivery): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => {
      done(null, body);
    });
    scope.route({
      method: 'POST',
      url: '/hooks/:address',
      bodyLimit: BODY_LIMIT,
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const delivery = deliveryOf(request);
        // Hooks share connections by their address, as users do.
        const facts = { userId: `hook ${delivery.address.slice(0, 64)}`, operation: 'inboundHook', heavy: false };
        const inRequest = new RequestScope({ ...facts, gone: new AbortController().signal });
        try {
          return await runInRequest(inRequest, () => receive(delivery));
        } finally {
          inRequest.end();
        }
      },
    });
  });
}

const deliveryOf = (request: FastifyRequest): InboundDelivery => ({
  address: (request.params as { readonly address: string }).address,
  sender: clientAddress(request),
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  ),
  body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  traceId: request.id,
});
