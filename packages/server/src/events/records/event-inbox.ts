import { type Fragment, sql } from '../../postgres/database.js';
import { type Actor, principalId } from '../../use-case/caller.js';

/** An event that the audit log has no row for. */
export interface NewEvent {
  readonly type: string;
  readonly subjectType: 'run' | 'task' | 'incident';
  readonly subjectId: string;
  readonly data: object;
}

/** What the events of one statement have in common. */
export interface EventContext {
  readonly actor: Actor;
  readonly subProjectId: string;
  readonly processId: string;
  readonly at: Date;
}

/** Selects events of other queries of the same statement: `type`, `subject_type`, `subject_id`, `data` as json. */
export type SelectedEvents = Fragment;

/**
 * The statement that tells events of a process, to be made part of the statement that makes the changes: first those that are
 * selected, then the given ones in their order. The rows that the changes are about must be locked: events are numbered in the
 * order in which this is done (ADR 9).
 *
 * @param selected at least one of both must be there
 */
export function insertEvents(
  { actor, subProjectId, processId, at }: EventContext,
  events: readonly NewEvent[],
  selected: readonly SelectedEvents[],
): Fragment {
  const given = sql`
    select place::integer + ${selected.length} as place, event ->> 'type' as type, event ->> 'subjectType' as subject_type,
      event ->> 'subjectId' as subject_id, event -> 'data' as data
    from json_array_elements(${sql.json(events)}::json) with ordinality as given (event, place)`;
  const parts = [
    ...(events.length === 0 ? [] : [given]),
    ...selected.map((part, place) => sql`select ${place}::integer as place, selected.* from (${part}) selected`),
  ];
  return sql`
    insert into event_inbox (sub_project_id, process_id, type, subject_type, subject_id, data, by_id, by_name, trace_id,
      created_ts)
    select ${subProjectId}::uuid, ${processId}::uuid, type, subject_type, subject_id, data,
      ${principalId(actor.principal)}, ${actor.principal.name}, ${actor.traceId}, ${at}::timestamptz
    from (${sql.join(parts, sql` union all `)}) told order by place`;
}
