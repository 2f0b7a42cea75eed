import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { StreamedAnswer } from '../use-case/caller.js';

/**
 * Sends an answer in pieces. The next piece is produced when the client has read those before it; when the client
 * disconnects, production stops. A failure closes the connection: the status was sent with the first piece, so an answer
 * without its end is the only sign of failure left.
 */
export function sendStream(reply: FastifyReply, answer: StreamedAnswer): FastifyReply {
  const { mediaType, fileName, chunks, stalledAfterMs } = answer;
  reply.header('content-type', mediaType === 'text/event-stream' ? mediaType : `${mediaType}; charset=utf-8`);
  if (fileName !== undefined) reply.header('content-disposition', `attachment; filename="${fileName}"`);
  // nginx would keep the answer back until it has some kilobytes of it.
  else reply.header('x-accel-buffering', 'no');
  const cut = () => reply.raw.destroy();
  const sent = stalledAfterMs === undefined ? chunks : cutWhenStalled(chunks, stalledAfterMs, cut);
  return reply.send(Readable.from(sent, { objectMode: false, highWaterMark: 64 * 1024 }));
}

/** A chunk that is not taken for so long, because those before it were not read, ends the answer. */
async function* cutWhenStalled(chunks: AsyncIterable<string>, ms: number, cut: () => void): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    const timer = setTimeout(cut, ms);
    try {
      yield chunk;
    } finally {
      clearTimeout(timer);
    }
  }
}
