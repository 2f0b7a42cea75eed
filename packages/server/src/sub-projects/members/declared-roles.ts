import { excerpt, invalidValue } from '../../kernel/errors/request-errors.js';
import type { SubProject } from '../configuration/sub-project.js';
import { didYouMean } from '../document/findings/did-you-mean.js';

/** @throws CatalogueError 1232 for roles that the document does not declare */
export function requireDeclared({ roles }: SubProject, names: readonly string[], pointer = '/roles'): void {
  const unknown = names.flatMap((name, index) => (roles.has(name) ? [] : [{ name, index }]));
  if (unknown.length === 0) return;
  const known = [...roles.keys()];
  throw invalidValue(
    'The document of the sub-project does not declare these roles.',
    unknown.map(({ name, index }) => ({
      pointer: `${pointer}/${index}`,
      detail: `There is no role "${excerpt(name)}"${didYouMean(name, known)}.`,
    })),
  );
}
