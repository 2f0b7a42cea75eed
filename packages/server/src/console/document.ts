import { randomBytes } from 'node:crypto';

/** What the documents of a server have in common. */
export interface ConsoleSite {
  /** Path of the public address, without a slash at the end: `` or `/millrace`. */
  readonly basePath: string;
  /** Origins of the stores, which browsers upload to and show files from. */
  readonly storeOrigins: readonly string[];
}

/** A document with the base path and a nonce of its own, and the headers that go with it. */
export interface ConsoleDocument {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function renderDocument(template: string, site: ConsoleSite): ConsoleDocument {
  const nonce = randomBytes(16).toString('base64');
  const base = `${site.basePath}/`.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return {
    body: template.replaceAll('__BASE__', () => base).replaceAll('__NONCE__', nonce),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(nonce, site.storeOrigins),
      'cache-control': 'no-cache',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': permissions,
      // As on the pages for sign-in: with no-referrer a form would say that it comes from nowhere.
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      vary: 'accept',
    },
  };
}

/** Scripts and styles are files of this service; React Aria and editors put style elements in, with the nonce. */
function policy(nonce: string, stores: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    // Positions of popovers and virtual rows.
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...stores].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...stores].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    // A PDF is shown by the browser, in a frame of the store's origin.
    `frame-src ${stores.length === 0 ? "'none'" : stores.join(' ')}`,
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types millrace-worker millrace-diagram millrace-push',
  ].join('; ');
}

const permissions = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'usb', 'xr-spatial-tracking'],
]
  .map((feature) => `${feature}=()`)
  .join(', ');
