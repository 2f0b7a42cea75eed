/** Schemes whose addresses a browser opens by itself or that stand for files and code. */
const OPENED_BY_BROWSERS =
  /^(?:https?|wss?|ftp|file|filesystem|data|blob|javascript|vbscript|about|view-source|chrome.*|intent|mailto|tel|sms)$/;
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Why an address cannot be registered for an application; undefined when it can. https anywhere, http at a loopback address
 * (RFC 8252, section 7.3), and a scheme of the application's own.
 */
export function redirectUriFault(text: string): string | undefined {
  const uri = /^[\x21-\x7e]+$/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (uri === undefined) return 'It is not an absolute address.';
  if (text.includes('#')) return 'It has a fragment (#…).';
  if (uri.username !== '' || uri.password !== '') return 'It has a user name or a password.';
  if (uri.protocol === 'https:') return undefined;
  if (uri.protocol === 'http:') {
    return LOOPBACK.has(uri.hostname) ? undefined : 'http is for 127.0.0.1, [::1] and localhost only. Use https.';
  }
  const scheme = uri.protocol.slice(0, -1);
  if (OPENED_BY_BROWSERS.test(scheme)) return `The scheme ${scheme} is not one of an application.`;
  return scheme.includes('.') || /^[a-z][a-z0-9+-]*:\/\/[^/]/.test(text)
    ? undefined
    : 'A scheme of an application has a dot (com.example.app:/done) or names a host after // (app://done).';
}

/** Whether a request may return to `wanted`: it is registered to the letter, at a loopback address with any port. */
export function isRegistered(registered: readonly string[], wanted: string): boolean {
  if (registered.includes(wanted)) return true;
  const fault = redirectUriFault(wanted);
  const plain = fault === undefined ? withoutLoopbackPort(wanted) : undefined;
  return plain !== undefined && registered.some((uri) => withoutLoopbackPort(uri) === plain);
}

/** What a content security policy calls the place that an address is at. */
export function policySource(uri: string): string {
  const { protocol, origin, hostname } = new URL(uri);
  const hasOrigin = (protocol === 'https:' || protocol === 'http:') && !hostname.startsWith('[');
  return hasOrigin ? origin : protocol;
}

function withoutLoopbackPort(text: string): string | undefined {
  const [, host = '', rest = ''] =
    /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(\/.*|\?.*)?$/.exec(text) ?? [];
  return host === '' ? undefined : `${host} ${rest}`;
}
