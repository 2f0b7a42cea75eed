import { type Queryable, sql, type Transaction } from '../../postgres/database.js';
import type { HookRow, HookSecret } from '../hook/hook.js';

const columns = sql`h.sub_project_id as "subProjectId", h.id, h.definition, h.acts_as as "actsAs", h.scopes, h.declared_as as "declaredAs", h.enabled,
  h.secrets, h.created_ts as "createdTs", h.updated_ts as "updatedTs"`;

export async function findHook(db: Queryable, subProjectId: string, id: string): Promise<HookRow | undefined> {
  const [row] = await db<HookRow>`
    select ${columns} from inbound_hooks h where h.sub_project_id = ${subProjectId} and h.id = ${id}`;
  return row;
}

export async function lockHook(tx: Transaction, subProjectId: string, id: string): Promise<HookRow | undefined> {
  const [row] = await tx<HookRow>`
    select ${columns} from inbound_hooks h where h.sub_project_id = ${subProjectId} and h.id = ${id} for update`;
  return row;
}

/** Hooks of a sub-project by name, at most 1000. */
export function listHooks(db: Queryable, subProjectId: string): Promise<readonly HookRow[]> {
  return db<HookRow>`
    select ${columns} from inbound_hooks h where h.sub_project_id = ${subProjectId}
    order by h.definition ->> 'name', h.id limit 1000`;
}

/** The hooks that the configuration document declares, locked. */
export function lockDeclaredHooks(tx: Transaction, subProjectId: string): Promise<readonly HookRow[]> {
  return tx<HookRow>`
    select ${columns} from inbound_hooks h where h.sub_project_id = ${subProjectId} and h.declared_as is not null
    order by h.id for update`;
}

export async function countHooks(tx: Transaction, subProjectId: string): Promise<number> {
  const [row] = await tx<{ count: number }>`
    select count(*)::integer as count from inbound_hooks where sub_project_id = ${subProjectId}`;
  return row?.count ?? 0;
}

export async function insertHook(tx: Transaction, hook: HookRow): Promise<void> {
  await tx`insert into inbound_hooks ${sql.rows([
    {
      sub_project_id: hook.subProjectId,
      id: hook.id,
      definition: sql.json(hook.definition),
      acts_as: hook.actsAs,
      scopes: hook.scopes,
      declared_as: hook.declaredAs,
      enabled: hook.enabled,
      secrets: sql.json(hook.secrets),
      created_ts: hook.createdTs,
      updated_ts: hook.updatedTs,
    },
  ])}`;
}

export async function replaceHook(tx: Transaction, hook: HookRow): Promise<void> {
  await tx`
    update inbound_hooks set definition = ${sql.json(hook.definition)}, acts_as = ${hook.actsAs}, enabled = ${hook.enabled},
      secrets = ${sql.json(hook.secrets)}, updated_ts = ${hook.updatedTs}
    where sub_project_id = ${hook.subProjectId} and id = ${hook.id}`;
}

/** Removes a hook with its receipts. */
export async function removeHook(tx: Transaction, subProjectId: string, id: string): Promise<void> {
  await tx`delete from inbound_receipts where sub_project_id = ${subProjectId} and hook_id = ${id}`;
  await tx`delete from inbound_hooks where sub_project_id = ${subProjectId} and id = ${id}`;
}

/** Secrets of a hook of any sub-project. */
export type StoredHookSecrets = Pick<HookRow, 'subProjectId' | 'id' | 'secrets'>;

/** Hooks of all sub-projects after the given one, at most 500. */
export function listStoredHookSecrets(
  tx: Transaction,
  after: Pick<HookRow, 'subProjectId' | 'id'>,
): Promise<readonly StoredHookSecrets[]> {
  return tx<StoredHookSecrets>`
    select sub_project_id as "subProjectId", id, secrets from inbound_hooks
    where (sub_project_id, id) > (${after.subProjectId}::uuid, ${after.id}::uuid)
    order by sub_project_id, id limit 500 for update`;
}

export async function replaceHookSecrets(
  tx: Transaction,
  { subProjectId, id }: Pick<HookRow, 'subProjectId' | 'id'>,
  secrets: readonly HookSecret[],
): Promise<void> {
  await tx`update inbound_hooks set secrets = ${sql.json(secrets)} where sub_project_id = ${subProjectId} and id = ${id}`;
}
