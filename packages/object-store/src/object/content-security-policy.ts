/** Nothing that the object names is loaded, and it runs no script in the origin of the store. */
const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'";
const sandboxed = `${nothing}; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; sandbox`;
/** Browsers show a PDF with a viewer of their own, in an origin of its own, and refuse to start it in a sandbox. */
const viewer = `${nothing}; object-src 'self'; style-src 'unsafe-inline'`;

/**
 * What a browser may do with an object that it shows: whoever uploads a document must not get a page in the origin of the
 * store. It has no effect on downloads and on images inside a page.
 */
export const contentSecurityPolicy = (contentType: string | undefined): string =>
  /^application\/pdf\s*(;|$)/i.test(contentType ?? '') ? viewer : sandboxed;
