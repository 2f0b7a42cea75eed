import { invalidMember } from '../../kernel/errors/request-errors.js';

/** @throws CatalogueError 1200 for a name that shows nothing or is too long */
export function checkPasskeyName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== '' && trimmed.length <= 100) return trimmed;
  throw invalidMember('/name', 'name must have 1 to 100 characters that are not all white space.');
}
