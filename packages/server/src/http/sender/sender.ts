import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sender, SessionCookie } from '../../use-case/caller.js';
import { clientAddress } from './client-address.js';
import { createSessionCookies } from './session-cookie.js';

/** A sender whose cookies are set with an answer that succeeds. */
export interface AnsweredSender extends Sender {
  /** Sets what the use case asked for. */
  apply(reply: FastifyReply): void;
}

/**
 * Says where a request comes from.
 *
 * @param publicUrl where clients reach the service
 */
export function createSenders(publicUrl: string): (request: FastifyRequest) => AnsweredSender {
  const sessions = createSessionCookies(publicUrl);
  const devices = createSessionCookies(publicUrl, 'millrace-device');
  return (request) => {
    const headers = new Map<string, string>();
    return {
      address: clientAddress(request),
      agent: request.headers['user-agent'] ?? '',
      sessionSecret: sessions.read(request),
      deviceSecret: devices.read(request),
      setSession(cookie: SessionCookie) {
        headers.set('session', sessions.set(request, cookie));
      },
      clearSession() {
        headers.set('session', sessions.clear(request));
      },
      setDevice(cookie: SessionCookie) {
        headers.set('device', devices.set(request, cookie));
      },
      apply(reply) {
        if (headers.size > 0) reply.header('set-cookie', [...headers.values()]);
      },
    };
  };
}
