import type { IncomingMessage } from 'node:http';
import { newId } from '../kernel/identifiers.js';

export const TRACE_HEADER = 'x-service-traceid';

/** Version 00 of W3C Trace Context; the trace id must not be zero. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The `traceparent` of a request (W3C Trace Context), if it has a valid one. */
export function traceparentOf(request: IncomingMessage): string | undefined {
  const given = request.headers.traceparent;
  return typeof given === 'string' && TRACEPARENT.test(given) ? given : undefined;
}

/**
 * The trace id a request carries if it is 1 to 128 visible ASCII characters, else the trace id of its `traceparent`, else a
 * new one (D6).
 */
export function traceIdOf(request: IncomingMessage): string {
  const given = request.headers[TRACE_HEADER];
  if (typeof given === 'string' && /^[\x21-\x7e]{1,128}$/.test(given)) return given;
  return TRACEPARENT.exec(traceparentOf(request) ?? '')?.[1] ?? newId();
}
