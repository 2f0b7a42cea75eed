import { invalidRequest } from '../../../kernel/errors/request-errors.js';
import { faultsOf, type ProviderDefinition } from './provider.js';

/** @throws CatalogueError 1200 that names every member that is wrong */
export function checkDefinition(definition: Partial<ProviderDefinition>): void {
  const faults = faultsOf(definition);
  if (faults.length === 0) return;
  throw invalidRequest(
    faults.map(({ member, detail }) => `${member} ${detail}`).join(' '),
    faults.map(({ member, detail }) => ({ pointer: `/${member}`, detail: `It ${detail}` })),
  );
}
