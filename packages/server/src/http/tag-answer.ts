import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Names a JSON answer by its content (ETag), and leaves the body out (304) when the client has the same one. The name comes
 * from the body and not from a version, because answers differ between callers.
 */
export async function tagAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const tag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`;
  reply.headers({ etag: tag, vary: 'authorization, cookie' });
  if (!names(request.headers['if-none-match'], tag)) return payload;
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return '';
}

/** Weak comparison (RFC 9110): proxies that compress an answer make its tag weak. */
const names = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
