import { createHmac, sign as signWith } from 'node:crypto';
import { bytesOf, privateKeyOf } from './secret.js';

/** Makes one signature of what is signed: `<id>.<timestamp>.<body>`. */
export type Signer = (content: string) => string;

/** A secret that signs until a time. */
export interface SigningSecret {
  readonly kind: 'hmac' | 'ed25519';
  /** `whsec_…` or `whsk_…` */
  readonly text: string;
  /** Null: it does not end. */
  readonly expiresTs: Date | null;
}

/** Makes signatures as Standard Webhooks says: `v1` is HMAC-SHA256, `v1a` is Ed25519. */
export function signerOf({ kind, text }: SigningSecret): Signer {
  if (kind === 'hmac') {
    const key = bytesOf(text);
    return (content) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  }
  const key = privateKeyOf(text);
  return (content) => `v1a,${signWith(null, Buffer.from(content), key).toString('base64')}`;
}

/** The three headers of a request. */
export interface SignatureHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** @param now Unix milliseconds */
export function signatureHeaders(
  signers: readonly Signer[],
  { id, body, now }: { readonly id: string; readonly body: string; readonly now: number },
): SignatureHeaders {
  const timestamp = String(Math.floor(now / 1000));
  const content = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signers.map((sign) => sign(content)).join(' '),
  };
}
