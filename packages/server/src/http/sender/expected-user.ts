import type { FastifyRequest } from 'fastify';
import { otherPerson } from '../../kernel/errors/access-errors.js';

/**
 * Refuses a request that expects another user than the one whom its session or token stands for. In a browser one person may
 * sign in after another, while a page still shows, and sends, what the first one entered.
 *
 * @throws CatalogueError 1022
 */
export function requireExpectedUser(request: FastifyRequest, userId: string): void {
  const expected = request.headers['x-expected-user'];
  if (expected === undefined || expected === userId) return;
  throw otherPerson('Somebody else is signed in than the one for whom this request was made. Nothing was changed.');
}
