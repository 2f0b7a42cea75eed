import type { IncomingMessage } from 'node:http';

/**
 * The path of a request below the public address. A proxy may strip the path of that address from requests or keep it; both
 * work, because no path of the service begins with it a second time.
 */
export function withoutBasePath(publicUrl: string | undefined): (request: IncomingMessage) => string {
  const base = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
  return ({ url = '/' }) => {
    if (base === '' || !url.startsWith(base)) return url;
    const rest = url.slice(base.length);
    if (rest === '' || rest.startsWith('?')) return `/${rest}`;
    return rest.startsWith('/') ? rest : url;
  };
}
