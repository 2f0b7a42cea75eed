import type { Queryable } from '../../postgres/database.js';

/** What a database role may do to the audit log, and what it lacks to work as a server (D67). */
export interface AuditRights {
  readonly role: string;
  /** Why the role can change or remove audit rows, such as `is a superuser`; empty when it cannot. */
  readonly canChange: readonly string[];
  /** Privileges that a server needs and the role does not have, such as `insert on audit_log`. */
  readonly missing: readonly string[];
}

/** Reads the catalogue, for the role of this connection. */
export async function findAuditRights(db: Queryable): Promise<AuditRights> {
  const [row] = await db<AuditRights>`
    with tables as (
      select c.oid, c.relname::text as name, c.relowner, c.relispartition as partition,
        c.relname in ('audit_log', 'audit_partitions', 'audit_settings', 'run_timeline')
          or c.relispartition as protected
      from pg_class c
      where c.relnamespace = 'millrace'::regnamespace and c.relkind in ('r', 'p')
    ), reasons as (
      select 1 as rank, 'is a superuser' as reason from pg_roles where rolname = current_user and rolsuper
      union all
      select 2, 'owns ' || string_agg(name, ', ' order by name) from tables
      where protected and not partition and pg_has_role(relowner, 'usage') having count(*) > 0
      union all
      select 3, 'may ' || privilege || ' ' || string_agg(name, ', ' order by name)
      from tables, unnest(array['update', 'delete', 'truncate', 'trigger']) as privilege
      where protected and has_table_privilege(oid, privilege) and not pg_has_role(relowner, 'usage')
      group by privilege
    ), lacks as (
      select privilege || ' on ' || name as lack
      from tables, unnest(array['select', 'insert', 'update', 'delete']) as privilege
      where not protected and name <> 'millrace_migrations' and not has_table_privilege(oid, privilege)
      union all
      select privilege || ' on ' || name from tables, unnest(array['select', 'insert']) as privilege
      where name in ('audit_log', 'run_timeline') and not has_table_privilege(oid, privilege)
      union all
      select 'select on ' || name from tables
      where name in ('audit_partitions', 'audit_settings') and not has_table_privilege(oid, 'select')
      union all
      select 'ownership of processes' from tables where name = 'processes' and not pg_has_role(relowner, 'usage')
      union all
      select 'usage on ' || c.relname::text from pg_class c
      where c.relnamespace = 'millrace'::regnamespace
        and case when c.relkind = 'S' then not has_sequence_privilege(c.oid, 'usage') else false end
      union all
      select 'create on schema millrace' where not has_schema_privilege('millrace', 'create')
      union all
      select 'execute on ' || proname::text from pg_proc
      where pronamespace = 'millrace'::regnamespace and prosecdef and not has_function_privilege(oid, 'execute')
    )
    select current_user::text as role,
      array(select reason from reasons where not exists (select from reasons where rank = 1) or rank = 1 order by rank)
        as "canChange",
      array(select lack from lacks order by lack) as missing`;
  if (row === undefined) throw new Error('a query without rows');
  return row;
}
