import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sender } from '../../use-case/caller.js';
import { clientAddress } from './client-address.js';
import type { SessionCookies } from './session-cookie.js';

/** A sender whose cookie is set with an answer that succeeds. */
export interface AnsweredSender extends Sender {
  /** Sets what the use case asked for. */
  apply(reply: FastifyReply): void;
}

/** Where a request comes from. */
export function senderOf(request: FastifyRequest, cookies: SessionCookies): AnsweredSender {
  let header: string | undefined;
  return {
    address: clientAddress(request),
    agent: request.headers['user-agent'] ?? '',
    sessionSecret: cookies.read(request),
    setSession(cookie) {
      header = cookies.set(request, cookie);
    },
    clearSession() {
      header = cookies.clear(request);
    },
    apply(reply) {
      if (header !== undefined) reply.header('set-cookie', header);
    },
  };
}
