import { createContext, use } from 'react';
import type { Filters } from './conditions.js';
import type { ListKey, Schema } from './schema.js';
import type { ListSearch, Settings } from './search.js';

/** What the parts of a list share. */
export interface ListContext {
  readonly schema: Schema;
  /** Everything that the list can show or filter by, by its key. */
  readonly keys: ReadonlyMap<string, ListKey>;
  readonly settings: Settings;
  /** Columns in their order; those that nobody chose are the usual ones. */
  readonly columns: readonly { readonly key: ListKey; readonly width: number }[];
  /** Takes note of the names of people that came with rows. */
  learn(names: object | undefined): void;
  nameOf(userId: string): string | undefined;
  /** Shows something else: the address changes. */
  change(patch: Partial<ListSearch>): void;
  changeFilters(filters: Filters): void;
}

const Context = createContext<ListContext | undefined>(undefined);
export const ListProvider = Context.Provider;

export function useList(): ListContext {
  const context = use(Context);
  if (context === undefined) throw new Error('a part of a list stands outside of it');
  return context;
}

/** The filters of a request: those of the list, in its sub-project. */
export const requestFilters = (subProjectId: string, filters: Filters): string =>
  JSON.stringify({ ...filters, subProjectId_id: subProjectId });
