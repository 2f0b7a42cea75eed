import { art, brand } from './brand.js';
import { type Html, html } from './html.js';

/** One page. */
export interface Page {
  /** For the tab of the browser, without the name of the product. */
  readonly title: string;
  /** What the page says and asks, below the name. It begins with an `<h1>`. */
  readonly body: Html;
  /** Language of the page; default English. */
  readonly language?: 'en' | 'de';
  /** HTTP status; default 200. */
  readonly status?: number;
  /** Origins, or schemes with a colon, that the answer to a form may redirect to; default: only this service. */
  readonly formTargets?: readonly string[];
  /** Whether its address is a secret, which no request tells as a referrer. */
  readonly hidesAddress?: boolean;
}

/** What all pages of a server have in common. */
export interface PageSite {
  /** Path of the public address, without a slash at the end: `` or `/millrace`. */
  readonly basePath: string;
  /** Changes with the files in `assets/`. */
  readonly assetsVersion: string;
  /** Path where a person goes on to who was on the way to nothing: `/` of the console, `/sign-in` where there is none. */
  readonly home: '/' | '/sign-in';
  readonly version: string;
}

/** With the whole end tag in a template, the bundler needs a helper that is not installed. */
const SCRIPT = 'script';

/** The whole document. It names nothing of another origin and has no script or style of its own. */
export function renderPage(site: PageSite, page: Page): string {
  const assets = `${site.basePath}/pages/${site.assetsVersion}`;
  return html`<!doctype html>
<html lang="${page.language ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${page.title} · Millrace</title>
<link rel="icon" href="${assets}/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets}/style.css">
<script src="${assets}/page.js" type="module"></${SCRIPT}>
</head>
<body>
<div class="frame"><div class="side"><main class="box">${brand}${page.body}</main><footer class="foot"><span>Millrace ${site.version}</span></footer></div>${art}</div>
</body>
</html>
`.toString();
}

/**
 * The headers of a page. Scripts and styles are files of this service, so that text which is not escaped by mistake
 * still runs nothing. `Referrer-Policy` is same-origin and not no-referrer: with the latter browsers send `Origin: null`
 * with forms, and where they send no Sec-Fetch-Site (plain HTTP) nothing would tell our own forms from others. A page
 * whose address is a secret has no-referrer: its form has a proof of its own.
 */
export function pageHeaders({ formTargets = [], hidesAddress = false }: Page): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    // Browsers apply it to the redirects that answer a form, too.
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': hidesAddress ? 'no-referrer' : 'same-origin',
    'x-frame-options': 'DENY',
  };
}
