import type { UseCases } from '../use-case/caller.js';
import { search } from './operations/search.js';
import { suggest } from './operations/suggest.js';
import type { PlaceDeps } from './scope/search-places.js';

/** The operations that search. */
export const searchUseCases = (deps: PlaceDeps) =>
  ({ search: search(deps), suggest: suggest(deps) }) satisfies Partial<UseCases>;
