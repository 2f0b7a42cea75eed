import type { FastifyRequest } from 'fastify';
import { conflict } from '../../kernel/errors/request-errors.js';
import type { SessionCookie } from '../../use-case/caller.js';

/** The session cookie as a browser on a connection takes it. */
interface CookieForm {
  readonly name: string;
  readonly attributes: string;
}

/** Reads and writes the cookie of a session. */
export interface SessionCookies {
  /** What the session cookie of a request holds; undefined when it has none. */
  read(request: FastifyRequest): string | undefined;
  /**
   * The header `Set-Cookie` that gives the browser a session.
   * @throws CatalogueError 1009 on a connection that is not encrypted and not on this machine
   */
  set(request: FastifyRequest, cookie: SessionCookie): string;
  /** The header `Set-Cookie` that takes the session away. */
  clear(request: FastifyRequest): string;
}

/**
 * @param publicUrl where clients reach the service: with https every cookie is for encrypted connections
 * @param name of another cookie with a secret, for example that of a sign-in under way; default: that of sessions
 */
export function createSessionCookies(publicUrl: string, name = 'millrace'): SessionCookies {
  // `__Host-` binds the cookie to this host: no other host of the domain, and no page without encryption, can set it.
  const encrypted: CookieForm = { name: `__Host-${name}`, attributes: 'Path=/; HttpOnly; SameSite=Lax; Secure' };
  // Safari takes no `Secure` cookie over http, not even from the own machine.
  const loopback: CookieForm = { name, attributes: 'Path=/; HttpOnly; SameSite=Lax' };
  const isEncrypted = /^https:/i.test(publicUrl);
  const formFor = (request: FastifyRequest): CookieForm | undefined => {
    if (isEncrypted || request.protocol === 'https') return encrypted;
    return isLoopback(request.hostname) ? loopback : undefined;
  };
  return {
    read(request) {
      const header = request.headers.cookie;
      const form = header === undefined ? undefined : formFor(request);
      if (header === undefined || form === undefined) return undefined;
      const start = `${form.name}=`;
      const pair = header.split(';').find((one) => one.trimStart().startsWith(start));
      const value = pair?.trim().slice(start.length);
      return value === '' ? undefined : value;
    },
    set(request, { secret, expiresAt }) {
      const form = formFor(request);
      if (form === undefined) {
        throw conflict(
          'Signing in with a browser needs https. Set MILLRACE_PUBLIC_URL to the https address of the service, or open ' +
            'it as http://localhost on its own machine.',
        );
      }
      const { name, attributes } = form;
      const lasts =
        expiresAt === undefined
          ? ''
          : `; Max-Age=${Math.max(0, Math.round((expiresAt.getTime() - Date.now()) / 1000))}`;
      return `${name}=${secret}; ${attributes}${lasts}`;
    },
    clear(request) {
      const { name, attributes } = formFor(request) ?? loopback;
      return `${name}=; ${attributes}; Max-Age=0`;
    },
  };
}

/** @param hostname of the header `Host`, without the port */
const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
