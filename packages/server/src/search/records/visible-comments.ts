import type { Access } from '../../access/authorize.js';
import { commentOf } from '../../comments/records/comment-row.js';
import { type Fragment, sql } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';
import { rowCondition } from '../../processes/records/visibility/process-visibility.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { hasWord, type SearchedTexts } from './candidates.js';

/** Characters of a comment that are read to show it. A page has a hundred, of which each may have 64 Ki. */
export const READ_OF_BODY = 4000;

/** A comment that a search found. */
export interface CommentHit {
  readonly id: string;
  /** The first {@link READ_OF_BODY} characters. */
  readonly body: string;
  readonly processId: string;
  readonly createdTs: Date;
}

/** Selects the candidates that are not deleted, on processes that the decision covers, and whose texts have every word. */
export const visibleComments = (subProject: SubProject, access: Access, texts: SearchedTexts): Fragment => sql`
  select c.id, left(m.body, ${READ_OF_BODY}) as body, m.process_id as "processId", m.created_ts as "createdTs"
  from candidates c join ${commentOf(sql`c`)} join ${processOf(sql`m`)}
  where m.sub_project_id = ${subProject.id}::uuid and m.body is not null and ${rowCondition(subProject, access)}
    and ${sql.and(texts.words.map((word) => hasWord(texts, word, sql`true`)))}`;
