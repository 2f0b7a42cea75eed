import type { Queryable, Transaction } from '../../postgres/database.js';

/** A secret as the table has it. */
export interface SecretRow {
  readonly name: string;
  readonly sealed: string;
  readonly hosts: readonly string[];
  readonly createdTs: Date;
  readonly setTs: Date;
  readonly setById: string;
  readonly setByName: string;
}

/** What everybody who may see the secret sees of it. */
export type ListedSecret = Omit<SecretRow, 'sealed'>;

/** Secrets of a sub-project by name, at most 1000. */
export function listSecrets(db: Queryable, subProjectId: string): Promise<readonly ListedSecret[]> {
  return db<ListedSecret>`
    select name, hosts, created_ts as "createdTs", set_ts as "setTs", set_by_id as "setById", set_by_name as "setByName"
    from secrets where sub_project_id = ${subProjectId} order by name limit 1000`;
}

/** Those of the given names that exist. */
export function findSecrets(
  db: Queryable,
  subProjectId: string,
  names: readonly string[],
): Promise<readonly Pick<SecretRow, 'name' | 'sealed' | 'hosts'>[]> {
  return db<Pick<SecretRow, 'name' | 'sealed' | 'hosts'>>`
    select name, sealed, hosts from secrets where sub_project_id = ${subProjectId} and name = any(${names}::text[])`;
}

/** What a secret was before it is set; locks it. */
export async function lockSecret(
  tx: Transaction,
  subProjectId: string,
  name: string,
): Promise<ListedSecret | undefined> {
  const [row] = await tx<ListedSecret>`
    select name, hosts, created_ts as "createdTs", set_ts as "setTs", set_by_id as "setById", set_by_name as "setByName"
    from secrets where sub_project_id = ${subProjectId} and name = ${name} for update`;
  return row;
}

export async function countSecrets(tx: Transaction, subProjectId: string): Promise<number> {
  const [row] = await tx<{ count: number }>`
    select count(*)::integer as count from secrets where sub_project_id = ${subProjectId}`;
  return row?.count ?? 0;
}

/** Creates a secret or replaces it. */
export async function storeSecret(tx: Transaction, subProjectId: string, secret: SecretRow): Promise<void> {
  await tx`
    insert into secrets (sub_project_id, name, sealed, hosts, created_ts, set_ts, set_by_id, set_by_name)
    values (${subProjectId}, ${secret.name}, ${secret.sealed}, ${secret.hosts}::text[], ${secret.createdTs},
      ${secret.setTs}, ${secret.setById}, ${secret.setByName})
    on conflict (sub_project_id, name) do update
    set sealed = excluded.sealed, hosts = excluded.hosts, set_ts = excluded.set_ts, set_by_id = excluded.set_by_id,
      set_by_name = excluded.set_by_name`;
}

/** False when there was none. */
export async function removeSecret(tx: Transaction, subProjectId: string, name: string): Promise<boolean> {
  const rows = await tx<{ name: string }>`
    delete from secrets where sub_project_id = ${subProjectId} and name = ${name} returning name`;
  return rows.length > 0;
}

/** A secret of any sub-project. */
export interface StoredSecret {
  readonly subProjectId: string;
  readonly name: string;
  readonly sealed: string;
}

/** Secrets of all sub-projects after the given one, at most 500. */
export function listStoredSecrets(
  tx: Transaction,
  after: Pick<StoredSecret, 'subProjectId' | 'name'>,
): Promise<readonly StoredSecret[]> {
  return tx<StoredSecret>`
    select sub_project_id as "subProjectId", name, sealed from secrets
    where (sub_project_id, name) > (${after.subProjectId}::uuid, ${after.name}::text)
    order by sub_project_id, name limit 500 for update`;
}

export async function replaceSealed(tx: Transaction, { subProjectId, name, sealed }: StoredSecret): Promise<void> {
  await tx`update secrets set sealed = ${sealed} where sub_project_id = ${subProjectId} and name = ${name}`;
}
