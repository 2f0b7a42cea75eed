import type { IncomingMessage } from 'node:http';
import { newId } from '../kernel/identifiers.js';

export const TRACE_HEADER = 'x-service-traceid';

/** The trace id a request carries if it is 1 to 128 visible ASCII characters, else a new one (D6). */
export function traceIdOf(request: IncomingMessage): string {
  const given = request.headers[TRACE_HEADER];
  return typeof given === 'string' && /^[\x21-\x7e]{1,128}$/.test(given) ? given : newId();
}
