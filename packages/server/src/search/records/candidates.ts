import { createHash } from 'node:crypto';
import { type Fragment, sql } from '../../postgres/database.js';
import type { Source } from './search-fields.js';

/** The texts that a search looks at: fields of one source of a sub-project, and the words that must begin words of theirs. */
export interface SearchedTexts {
  readonly subProjectId: string;
  readonly source: Source;
  readonly fields: readonly string[];
  /** Queries of {@link wordQuery}. */
  readonly words: readonly string[];
}

/**
 * What the first part of a statement says of itself. It makes the tables `candidates`, with the ids of processes, files, tasks or
 * comments that may match, and `seen`, which is this row.
 */
export interface Seen {
  /** Texts, or ids, that it looked at. */
  readonly number: number;
  /** The least id of them. */
  readonly last: string | null;
  /** Of each word how many of them have it; where the caller does not see every text, how many ids that it sees have it. */
  readonly counts: readonly number[];
}

/** Texts of these fields with a word that begins so. Words hold no character with a meaning in a `tsquery`. */
export const wordQuery = ({ subProjectId, source, fields }: Omit<SearchedTexts, 'words'>, word: string): string =>
  fields.map((field) => `'${searchKey(subProjectId, source, field)}${word}':*`).join(' | ');

/** As `search_key` in the schema. */
const searchKey = (subProjectId: string, source: Source, field: string): string =>
  subProjectId.slice(-8) + source.slice(0, 1) + createHash('sha256').update(field).digest('hex').slice(0, 4);

/**
 * Looks at the newest texts before an id, by the primary key: for words that are common there, and to find out which are not.
 * The texts of the last id may be cut off.
 *
 * @param withWord the candidates that the caller sees with a word, for {@link Seen.counts}
 */
export function walkTexts(
  texts: SearchedTexts,
  before: string | undefined,
  budget: number,
  withWord?: (word: string) => Fragment,
): Fragment {
  const { subProjectId, source, fields, words } = texts;
  const every = words.map((word) => sql`bool_or(w.words @@ ${word}::tsquery)`);
  const having = (word: Fragment) => sql`w.words @@ ${word}::tsquery`;
  const counts = words.map((word) =>
    withWord === undefined
      ? sql`count(*) filter (where ${having(sql`${word}`)})`
      : sql`(with candidates as (
          select ${idColumns(subProjectId, sql`w.source_id`)} from walked w
          where w.field = any(${fields}::text[]) and ${having(sql`${word}`)} group by w.source_id
        ) select count(*) from (${withWord(word)}) visible)`,
  );
  return sql`
    walked as materialized (
      select s.source_id, s.field, s.words from search_texts s
      where s.sub_project_id = ${subProjectId}::uuid and s.source = ${source} and ${isBefore(before)}
      order by s.source_id desc, s.field desc limit ${budget}
    ),
    seen as (
      select count(*) as number, (select l.source_id from walked l order by l.source_id limit 1) as last,
        array[${sql.join(counts, sql.raw(', '))}]::integer[] as counts
      from walked w
    ),
    candidates as (
      select ${idColumns(subProjectId, sql`w.source_id`)} from walked w
      where w.field = any(${fields}::text[])
      group by w.source_id ${every.length === 0 ? sql`` : sql`having ${sql.and(every)}`}
    )`;
}

/**
 * Looks up the texts with one word, by the index of words; no candidates when there are more than `most`. The word has a key of
 * its sub-project and source before it. Nothing else of the statement may seem to be served by the primary key: PostgreSQL
 * would take that one where it knows little about the table.
 */
export function lookUpWord(texts: SearchedTexts, word: string, before: string | undefined, most: number): Fragment {
  const { subProjectId, source } = texts;
  return sql`
    found as materialized (
      select s.source_id, s.source from search_texts s
      where s.words @@ ${word}::tsquery and s.sub_project_id::text = ${subProjectId}::text limit ${most + 1}
    ),
    seen as (select count(*) as number, null::uuid as last, '{}'::integer[] as counts from found),
    candidates as (
      select distinct ${idColumns(subProjectId, sql`s.source_id`)} from found s, seen
      where seen.number <= ${most} and s.source = ${source} and ${isBefore(before)}
    )`;
}

/** Takes the ids that another query lists, the greatest first and at most `budget` of them. */
export const takeIds = (subProjectId: string, ids: Fragment): Fragment => sql`
  listed as materialized (${ids}),
  seen as (
    select count(*) as number, (select l.id from listed l order by l.id limit 1) as last, '{}'::integer[] as counts
    from listed
  ),
  candidates as (select ${idColumns(subProjectId, sql`l.id`)} from listed l)`;

/** The ids of files, tasks or comments in a range, as every one of them has a row, but deleted comments. */
export const idsOfTexts = (
  { subProjectId, source }: Pick<SearchedTexts, 'subProjectId' | 'source'>,
  { from, to, before, budget }: IdRange,
): Fragment => sql`
  select s.source_id as id from search_texts s
  where s.sub_project_id = ${subProjectId}::uuid and s.source = ${source}
    and s.source_id between ${from}::uuid and ${to}::uuid and ${isBefore(before)}
  order by s.source_id desc limit ${budget}`;

/** A range of ids, of those before one. */
export interface IdRange {
  readonly from: string;
  readonly to: string;
  readonly before: string | undefined;
  readonly budget: number;
}

/**
 * Whether the text `s` of the candidate has the word. A sub-query with a limit is asked for each candidate, by primary key, where
 * an `exists` may become a join with all texts of the sub-project.
 */
export const hasWord = (texts: SearchedTexts, word: string, readable: Fragment): Fragment => sql`coalesce((
  select true from search_texts s
  where s.sub_project_id = ${texts.subProjectId}::uuid and s.source = ${texts.source} and s.source_id = c.id
    and s.words @@ ${word}::tsquery and ${readable}
  limit 1), false)`;

/** What the candidates are joined by, whichever table they are of. */
const idColumns = (subProjectId: string, id: Fragment): Fragment =>
  sql`${subProjectId}::uuid as sub_project_id, ${id} as id, ${id} as process_id, ${id} as file_id, ${id} as task_id,
    ${id} as comment_id`;

const isBefore = (before: string | undefined): Fragment =>
  before === undefined ? sql`true` : sql`s.source_id < ${before}::uuid`;
