import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { StreamedAnswer } from '../use-case/caller.js';

/**
 * Sends an answer in pieces. The next piece is made when the client has read the ones before, and none when it is gone. A
 * failure on the way cuts the connection: the status was sent with the first piece, and an answer without its end is the
 * one sign of a failure that every client understands.
 */
export function sendStream(reply: FastifyReply, { mediaType, fileName, chunks }: StreamedAnswer): FastifyReply {
  return reply
    .header('content-type', `${mediaType}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(chunks, { objectMode: false, highWaterMark: 64 * 1024 }));
}
