import type { Access } from '../../access/authorize.js';
import { fileOf } from '../../files/records/file-row.js';
import { fileVisibility } from '../../files/records/file-visibility.js';
import { type Fragment, sql } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { hasWord, type SearchedTexts } from './candidates.js';

/** A file that a search found. */
export interface FileHit {
  readonly id: string;
  readonly fileName: string;
  readonly createdTs: Date;
}

/** Selects the candidates that listStorage lists for the decision and whose names have every word. */
export const visibleFiles = (subProject: SubProject, access: Access, texts: SearchedTexts): Fragment => sql`
  select c.id, f.file_name as "fileName", f.created_ts as "createdTs"
  from candidates c join ${fileOf(sql`c`)}
  where f.sub_project_id = ${subProject.id}::uuid and not f.purging and f.deleted_ts is null
    and ${fileVisibility(subProject, access)}
    and ${sql.and(texts.words.map((word) => hasWord(texts, word, sql`true`)))}`;
