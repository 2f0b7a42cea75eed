import type { Access } from '../../access/authorize.js';
import { type Fragment, sql } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';
import { rowCondition } from '../../processes/records/visibility/process-visibility.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { taskOf } from '../../workflows/records/tasks/task-row.js';
import { hasWord, type SearchedTexts } from './candidates.js';

/** A task that a search found. */
export interface TaskHit {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly processId: string;
  readonly createdTs: Date;
}

/** Selects the candidates on processes that the decision covers and whose names have every word. */
export const visibleTasks = (subProject: SubProject, access: Access, texts: SearchedTexts): Fragment => sql`
  select c.id, t.name, t.state, t.process_id as "processId", t.created_ts as "createdTs"
  from candidates c join ${taskOf(sql`c`)} join ${processOf(sql`t`)}
  where t.sub_project_id = ${subProject.id}::uuid and ${rowCondition(subProject, access)}
    and ${sql.and(texts.words.map((word) => hasWord(texts, word, sql`true`)))}`;
