import type { CredentialScope } from './signature-v4.js';

/** How the body of a request is bound to its signature. */
export type Payload =
  /** Not bound: UNSIGNED-PAYLOAD, signature version 2, or no signature at all. */
  | { readonly kind: 'unsigned' }
  /** The hash of the whole body, in lower-case hexadecimal. */
  | { readonly kind: 'hashed'; readonly sha256: string }
  /** aws-chunked; each chunk signed when `signing` is there, checksums in a trailer when `trailer` is true. */
  | { readonly kind: 'chunked'; readonly trailer: boolean; readonly signing: ChunkSigning | undefined };

/** What the first chunk's signature is computed from. */
export interface ChunkSigning {
  readonly key: Buffer;
  readonly amzDate: string;
  readonly scope: CredentialScope;
  readonly seed: string;
}

/** The sender of a request: anonymous, or the holder of a credential. */
export type Caller = { readonly kind: 'anonymous' } | { readonly kind: 'credential'; readonly accessKeyId: string };

/** The outcome of authentication. */
export interface Authenticated {
  readonly caller: Caller;
  readonly payload: Payload;
}
