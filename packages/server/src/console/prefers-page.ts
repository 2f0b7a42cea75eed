import type { FastifyRequest } from 'fastify';

/**
 * Whether a client would rather have a page than JSON: a browser that opens an address says so. `*` says nothing: it is what
 * curl and fetch send.
 */
export function prefersPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const weights = qualities(headers.accept);
  const page = weights.get('text/html') ?? 0;
  return page > 0 && page >= (weights.get('application/json') ?? 0);
}

/** What a header such as `Accept` names, in lower case, each with its weight from 0 to 1 (RFC 9110, section 12.4.2). */
export function qualities(header: string | readonly string[] | undefined): ReadonlyMap<string, number> {
  const entries = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((entry): [string, number] => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, quality === undefined ? 1 : Number(quality.slice(2)) || 0];
    });
  return new Map(entries.filter(([name]) => name !== ''));
}
