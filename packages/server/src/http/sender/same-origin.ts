import type { FastifyRequest } from 'fastify';
import { crossSiteRequest } from '../../kernel/errors/access-errors.js';

/**
 * Refuses what a page of another origin has made a browser send (CSRF). Browsers say where a request comes from in
 * `Sec-Fetch-Site`, older ones in `Origin`; no page can change these headers. A request with a session cookie must have one of
 * them, whatever sends it. Without a cookie only a browser can be meant, so that a request with neither header passes: that is
 * how programs sign in.
 *
 * Of the same registrable domain is not enough: a page of another host of it is another origin.
 *
 * @param publicUrl where clients reach the service
 * @param hasCookie whether the request has a session cookie
 * @throws CatalogueError 1015
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string, hasCookie: boolean): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) {
    if (site === 'same-origin') return;
    throw crossSiteRequest('Another site has made the browser send this request.');
  }
  if (origin !== undefined) {
    if (origin === originOf(publicUrl) || origin === `${request.protocol}://${request.host}`) return;
    throw crossSiteRequest(`The request comes from a page of another origin than ${originOf(publicUrl)}.`);
  }
  if (hasCookie) {
    throw crossSiteRequest(
      'A request with a session cookie must have the header Sec-Fetch-Site or Origin, which browsers send. Programs use ' +
        'an access token or a personal token.',
    );
  }
}

const originOf = (url: string): string => new URL(url).origin;
