import type { LeasedJob } from '../../jobs/records/job.js';
import { type Queryable, sql, type Transaction } from '../../postgres/database.js';

/** A start event, or what else starts a run, of a current definition that a message or signal triggers. */
export interface StartSubscription {
  readonly definitionId: string;
  readonly elementId: string;
  /** The position of the event definition at the element. */
  readonly part: number;
  readonly subProjectId: string;
  readonly workflowId: string;
  readonly kind: 'message' | 'signal';
  readonly name: string;
}

/** Replaces all start events of a sub-project by those of its current definitions. */
export async function replaceStartSubscriptions(
  tx: Transaction,
  subProjectId: string,
  starts: readonly StartSubscription[],
): Promise<void> {
  await tx`delete from start_subscriptions where sub_project_id = ${subProjectId}`;
  if (starts.length === 0) return;
  await tx`insert into start_subscriptions ${sql.rows(
    starts.map((start) => ({
      definition_id: start.definitionId,
      element_id: start.elementId,
      part: start.part,
      sub_project_id: start.subProjectId,
      workflow_id: start.workflowId,
      kind: start.kind,
      name: start.name,
    })),
  )}`;
}

/** The start event a message triggers; of several workflows the one with the smallest id, which is the oldest. */
export async function findMessageStart(
  db: Queryable,
  subProjectId: string,
  name: string,
): Promise<StartSubscription | undefined> {
  const [start] = await list(db, subProjectId, 'message', name);
  return start;
}

/** Every start event a signal triggers. */
export async function listSignalStarts(
  db: Queryable,
  subProjectId: string,
  name: string,
): Promise<readonly StartSubscription[]> {
  return list(db, subProjectId, 'signal', name);
}

async function list(db: Queryable, subProjectId: string, kind: string, name: string) {
  return db<StartSubscription>`
    select definition_id as "definitionId", element_id as "elementId", part, sub_project_id as "subProjectId",
      workflow_id as "workflowId", kind, name
    from start_subscriptions where sub_project_id = ${subProjectId} and kind = ${kind} and name = ${name}
    order by workflow_id, element_id, part`;
}

/** The position of the event definition that a job is for; jobs for the first one do not name it. */
export const partOf = ({ part }: LeasedJob['payload']): number => (typeof part === 'number' ? part : 0);

export const partPayload = (part: number): { readonly part?: number } => (part === 0 ? {} : { part });
