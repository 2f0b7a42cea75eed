import { invalidRequest } from '../../kernel/errors/request-errors.js';

/** @throws CatalogueError 1200 for a name that shows nothing */
export function checkName(name: string): void {
  if (name.trim() !== '' && name.length <= 1024) return;
  throw invalidRequest('name must not be empty.', [
    { pointer: '/name', detail: 'Must be 1 to 1024 characters that are not all white space.' },
  ]);
}
