import type { Headers } from '../http/headers.js';
import { S3Error } from '../kernel/error.js';
import type { ChunkSigning, Payload } from './caller.js';

/**
 * Reads x-amz-content-sha256. Signed chunks need `signing`, from which the first chunk's signature is computed.
 * Without it (presigned, version 2, anonymous) only the unsigned kinds are possible.
 * @throws InvalidArgument for an unknown value
 */
export function payloadKind(value: string, signing: ChunkSigning | undefined): Payload {
  if (value === 'UNSIGNED-PAYLOAD') return { kind: 'unsigned' };
  if (/^[0-9a-f]{64}$/i.test(value)) return { kind: 'hashed', sha256: value.toLowerCase() };
  if (value === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') return { kind: 'chunked', trailer: true, signing: undefined };
  const trailer = value === 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER';
  if (signing && (trailer || value === 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD')) {
    return { kind: 'chunked', trailer, signing };
  }
  throw new S3Error(
    'InvalidArgument',
    'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER, STREAMING-AWS4-HMAC-SHA256-PAYLOAD, STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER or a valid sha256 value.',
    { ArgumentName: 'x-amz-content-sha256', ArgumentValue: value },
  );
}

/** The payload of a request whose signature does not cover x-amz-content-sha256: what the header says, else unsigned. */
export function unboundPayload(headers: Headers): Payload {
  const value = headers.get('x-amz-content-sha256');
  return value === undefined ? { kind: 'unsigned' } : payloadKind(value, undefined);
}
