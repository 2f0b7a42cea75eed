import type { Access } from '../../access/authorize.js';
import type { Fragment, Queryable } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Bounds } from '../records/bounds.js';
import { type IdRange, idsOfTexts, type SearchedTexts, wordQuery } from '../records/candidates.js';
import { type Found, findHits, findIds } from '../records/find-hits.js';
import type { Source } from '../records/search-fields.js';
import type { SearchQuery } from '../words/read-query.js';
import type { Hit } from './hit.js';
import { mergeFound } from './merge.js';

/** Which hits of a source are asked for. */
export interface Asked {
  readonly query: SearchQuery;
  readonly before: string | undefined;
  readonly limit: number;
  readonly bounds: Bounds;
}

/** Searches one source of a sub-project. */
export type SearchSource = (db: Queryable, subProject: SubProject, access: Access, asked: Asked) => Promise<Found<Hit>>;

/** How the hits of a source are selected. */
export interface Selection {
  /** The visible ones of the candidates. */
  visible(texts: SearchedTexts): Fragment;
  /** The ids in a range. */
  ids(range: IdRange): Fragment;
  /** Whether the caller sees every text of the source. */
  readonly seesAll: boolean;
}

/** The texts of a source with the words of a query. */
export const textsOf = (
  { id: subProjectId }: SubProject,
  source: Source,
  fields: readonly string[],
  { words }: Pick<SearchQuery, 'words'>,
): SearchedTexts => {
  const texts = { subProjectId, source, fields };
  return { ...texts, words: words.map((word) => wordQuery(texts, word)) };
};

/** Hits by words, and by the beginning of their id. */
export async function findBoth<Row extends { readonly id: string }>(
  db: Queryable,
  texts: SearchedTexts,
  { query, before, limit, bounds }: Asked,
  { visible, ids, seesAll }: Selection,
): Promise<Found<Row>> {
  const founds: Found<Row>[] = [];
  if (texts.words.length > 0 && texts.fields.length > 0) {
    const withWord = seesAll ? undefined : (word: string) => visible({ ...texts, words: [word] });
    founds.push(await findHits<Row>(db, texts, { before, limit, bounds, visible: visible(texts), withWord }));
  }
  const { ids: range } = query;
  if (range !== undefined) {
    const wanted = { limit, bounds, visible: visible({ ...texts, words: [] }) };
    founds.push(await findIds<Row>(db, texts.subProjectId, (budget) => ids({ ...range, before, budget }), wanted));
  }
  return mergeFound(founds, limit);
}

/** What has one text for each hit, by its words and by the beginning of its id. */
export const findInTexts = <Row extends { readonly id: string }>(
  db: Queryable,
  subProject: SubProject,
  source: Source,
  asked: Asked,
  selection: Omit<Selection, 'ids'>,
): Promise<Found<Row>> => {
  const texts = textsOf(subProject, source, [''], asked.query);
  return findBoth<Row>(db, texts, asked, { ...selection, ids: (range) => idsOfTexts(texts, range) });
};

/** What was found, shown in another way. */
export const present = <Row, Shown>({ hits, ...found }: Found<Row>, show: (row: Row) => Shown): Found<Shown> => ({
  ...found,
  hits: hits.map(show),
});
