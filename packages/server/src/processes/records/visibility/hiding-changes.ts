import type { Access } from '../../../access/authorize.js';
import { type Queryable, sql } from '../../../postgres/database.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import { rowCondition } from './process-visibility.js';

/** Members of a process that had other values at another time; a field without a value is null. */
export interface EarlierMembers {
  readonly state?: string;
  readonly priority?: string;
  readonly stageKey?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A process as it was before and after a change, as far as it differed from now. */
export interface Moment {
  readonly position: number;
  readonly processId: string;
  readonly was: EarlierMembers;
  readonly became: EarlierMembers;
}

/** The positions of the changes that took their process out of what the reader sees. */
export async function findHiding(
  db: Queryable,
  subProject: SubProject,
  access: Access,
  moments: readonly Moment[],
): Promise<ReadonlySet<number>> {
  const visible = rowCondition(subProject, access);
  const at = (time: 'was' | 'became') => {
    const members = sql.id('m', time);
    // Members without another value are null here, and fields that had none: both go.
    const changed = sql`jsonb_strip_nulls(jsonb_build_object('state', ${members} -> 'state',
      'priority', ${members} -> 'priority', 'stage_key', ${members} -> 'stageKey',
      'fields', o.fields || coalesce(${members} -> 'fields', '{}'::jsonb)))`;
    return sql`exists (
      select from (
        select (jsonb_populate_record(o, ${changed})).* from processes o
        where o.sub_project_id = ${subProject.id} and o.id = m.process_id
      ) p where ${visible})`;
  };
  const given = moments.map(({ processId, ...moment }) => ({ ...moment, process_id: processId }));
  const rows = await db<{ position: number }>`
    select m.position from jsonb_to_recordset(${sql.json(given)}::jsonb) as m
      (position bigint, process_id uuid, was jsonb, became jsonb)
    where ${at('was')} and not ${at('became')}`;
  return new Set(rows.map(({ position }) => position));
}
