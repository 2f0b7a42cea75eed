import { isUuid } from '../../../kernel/identifiers.js';
import { type Queryable, sql, type Transaction } from '../../../postgres/database.js';

export type ViewKind = 'processes' | 'tasks' | 'runs' | 'incidents';
export type Sharing = 'nobody' | 'role' | 'everyone';

/** What a view shows. */
export interface ViewSettings {
  readonly filters: Readonly<Record<string, unknown>>;
  readonly sort: string;
  readonly columns: readonly { readonly key: string; readonly width?: number }[];
  readonly density: 'dense' | 'default' | 'roomy';
  readonly grouping: 'table' | 'board';
  readonly groupBy: string;
  readonly pinned: boolean;
}

export interface ViewRow {
  readonly id: string;
  readonly kind: ViewKind;
  readonly ownerId: string;
  readonly sharedWith: Sharing;
  readonly role: string | null;
  readonly name: string;
  readonly settings: ViewSettings;
  readonly createdTs: Date;
  readonly updatedTs: Date;
}

const columns = sql`id, kind, owner_id as "ownerId", shared_with as "sharedWith", role, name, settings,
  created_ts as "createdTs", updated_ts as "updatedTs"`;

/** Views that may be listed at once: own and shared ones. */
const MOST = 500;

/** The views of a person: their own, and those shared with everybody or one of these roles (`undefined`: all roles). */
export function listViews(
  db: Queryable,
  subProjectId: string,
  kind: ViewKind,
  reader: { readonly userId: string; readonly roles: readonly string[] | undefined },
): Promise<readonly ViewRow[]> {
  const { userId, roles } = reader;
  const ofRole = roles === undefined ? sql`true` : sql`role = any(${roles}::text[])`;
  return db<ViewRow>`
    select ${columns} from saved_views
    where sub_project_id = ${subProjectId} and kind = ${kind}
      and (owner_id = ${userId} or shared_with = 'everyone' or shared_with = 'role' and ${ofRole})
    order by owner_id = ${userId} desc, created_ts, id limit ${MOST}`;
}

/** Locks a view; an id that is no UUID names nothing. */
export async function lockView(tx: Transaction, subProjectId: string, id: string): Promise<ViewRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await tx<ViewRow>`
    select ${columns} from saved_views where sub_project_id = ${subProjectId} and id = ${id} for update`;
  return row;
}

/** Views of a person; another transaction that counts them waits until this one has ended. */
export async function countViews(
  tx: Transaction,
  subProjectId: string,
  kind: ViewKind,
  ownerId: string,
): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`views ${subProjectId} ${ownerId}`}, 0))`;
  const [row] = await tx<{ count: number }>`
    select count(*) as count from saved_views
    where sub_project_id = ${subProjectId} and owner_id = ${ownerId} and kind = ${kind}`;
  return row?.count ?? 0;
}

/** Creates a view or replaces it. */
export async function storeView(tx: Transaction, subProjectId: string, view: ViewRow): Promise<void> {
  await tx`
    insert into saved_views (sub_project_id, id, kind, owner_id, shared_with, role, name, settings, created_ts, updated_ts)
    values (${subProjectId}, ${view.id}, ${view.kind}, ${view.ownerId}, ${view.sharedWith}, ${view.role}, ${view.name},
      ${sql.json(view.settings)}, ${view.createdTs}, ${view.updatedTs})
    on conflict (sub_project_id, id) do update
    set shared_with = excluded.shared_with, role = excluded.role, name = excluded.name, settings = excluded.settings,
      updated_ts = excluded.updated_ts`;
}

export async function removeView(tx: Transaction, subProjectId: string, id: string): Promise<void> {
  await tx`delete from saved_views where sub_project_id = ${subProjectId} and id = ${id}`;
}
