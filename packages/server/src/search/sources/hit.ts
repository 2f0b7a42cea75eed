import type { Source } from '../records/search-fields.js';
import { excerptOf } from '../words/excerpt.js';
import type { SearchQuery } from '../words/read-query.js';

/** A hit as the operation answers it. */
export interface Hit {
  subProjectId: string;
  source: Source;
  id: string;
  processIds: string[];
  title: string | null;
  state: string | null;
  createdTs: string;
  matches: Match[];
}

/** A text of a hit that has words of the query. */
export interface Match {
  field: string;
  text: string;
  ranges: { start: number; length: number }[];
}

/** The match in a value, if it is a text that has one. */
export function matchesOf(field: string, value: unknown, { words }: SearchQuery): Match[] {
  const excerpt = typeof value === 'string' ? excerptOf(value, words) : undefined;
  return excerpt === undefined ? [] : [{ field, text: excerpt.text, ranges: [...excerpt.ranges] }];
}

/** The match of an id that begins with the query. */
export const idMatchesOf = (id: string, { ids }: SearchQuery): Match[] =>
  ids === undefined || id < ids.from || id > ids.to
    ? []
    : [{ field: 'id', text: id, ranges: [{ start: 0, length: ids.length }] }];
