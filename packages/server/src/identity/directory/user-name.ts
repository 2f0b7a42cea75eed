import { CatalogueError } from '../../kernel/catalogue-error.js';

/** @throws CatalogueError 1200 for a name that shows nothing */
export function checkName(name: string): void {
  if (name.trim() !== '' && name.length <= 1024) return;
  throw new CatalogueError(1200, 'name must not be empty.', {
    errors: [{ pointer: '/name', detail: 'Must be 1 to 1024 characters that are not all white space.' }],
  });
}
