import { CatalogueError } from '../../kernel/catalogue-error.js';

/** An id that is present and names nothing: 1200 with status 404 (D14). */
export const unknownTarget = (member: 'userId' | 'clientId'): CatalogueError =>
  new CatalogueError(1200, `${member} names no ${member === 'userId' ? 'user' : 'client'}.`, {
    status: 404,
    errors: [{ pointer: `/${member}`, detail: 'Does not exist.' }],
  });
