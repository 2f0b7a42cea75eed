import type { Access } from '../../access/authorize.js';
import { type Fragment, sql } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';
import { processVisibility, rowCondition } from '../../processes/records/visibility/process-visibility.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { hasWord, type SearchedTexts } from './candidates.js';

/** A process that a search found. */
export interface ProcessHit {
  readonly id: string;
  readonly state: string;
  readonly stageKey: string;
  readonly createdTs: Date;
  readonly fields: Readonly<Record<string, unknown>>;
  /** See `ProcessVisibility.covered`. */
  readonly covered: readonly number[];
}

/**
 * Selects the candidates that the decision covers and of which every word is in a field that it may read there (D12). A field
 * that is hidden on a process is as if it had no words.
 */
export function visibleProcesses(subProject: SubProject, access: Access, texts: SearchedTexts): Fragment {
  const { rows, covered } = processVisibility(subProject, access);
  const readable = readableText(subProject, access, texts.fields);
  return sql`
    select c.id, p.state, p.stage_key as "stageKey", p.created_ts as "createdTs", p.fields, ${covered} as covered
    from candidates c join ${processOf(sql`c`)}
    where p.sub_project_id = ${subProject.id}::uuid and ${rows}
      and ${sql.and(texts.words.map((word) => hasWord(texts, word, readable)))}`;
}

/** A value of a field on a process. */
export interface ValueHit {
  readonly id: string;
  readonly value: string;
}

/** Selects the values of a field that begin so, folded, on the candidates where the decision reads the field. */
export function visibleValues(subProject: SubProject, access: Access, field: string, beginning: string): Fragment {
  const { rows, readField } = processVisibility(subProject, access);
  const value = sql`(${readField(field)} #>> '{}')`;
  return sql`
    select c.id, ${value} as value
    from candidates c join ${processOf(sql`c`)}
    where p.sub_project_id = ${subProject.id}::uuid and ${rows} and jsonb_typeof(${readField(field)}) = 'string'
      and starts_with(fold_text(${value}), ${beginning})`;
}

/** Whether the text `s` is in a field that one of the roles reads on the process `p`. */
function readableText(subProject: SubProject, access: Access, fields: readonly string[]): Fragment {
  if (access.unrestricted) return sql`s.field = any(${fields}::text[])`;
  const perRole = access.roles.map((role) => {
    const read = fields.filter((field) => role.read?.has(field) === true);
    return sql`(s.field = any(${read}::text[]) and ${rowCondition(subProject, { ...access, roles: [role] })})`;
  });
  return sql.or(perRole);
}
