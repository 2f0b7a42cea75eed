import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { namesNothing } from '../../kernel/errors/request-errors.js';

/** An id that is present and names nothing: 1200 with status 404 (D14). */
export const unknownTarget = (member: 'userId' | 'clientId'): CatalogueError =>
  namesNothing(`${member} names no ${member === 'userId' ? 'user' : 'client'}.`, `/${member}`);
