import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { StreamedAnswer } from '../use-case/caller.js';

/**
 * Sends an answer in pieces. The next piece is produced when the client has read those before it; when the client
 * disconnects, production stops. A failure closes the connection: the status was sent with the first piece, so an answer
 * without its end is the only sign of failure left.
 */
export function sendStream(reply: FastifyReply, { mediaType, fileName, chunks }: StreamedAnswer): FastifyReply {
  return reply
    .header('content-type', `${mediaType}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(chunks, { objectMode: false, highWaterMark: 64 * 1024 }));
}
