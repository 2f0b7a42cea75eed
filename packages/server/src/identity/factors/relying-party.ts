import { isIP } from 'node:net';

/** Whom passkeys are made for (WebAuthn, section 5.4.2): they work on no other host. */
export interface RelyingParty {
  /** The host of the public address, without port. */
  readonly id: string;
  /** Scheme, host and port of the pages that may use the passkeys. */
  readonly origin: string;
}

/**
 * The relying party of an installation, or undefined where browsers offer no passkeys: at an IP address, and without TLS on
 * another host than localhost.
 *
 * @param publicUrl MILLRACE_PUBLIC_URL
 */
export function relyingParty(publicUrl: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined;
}
