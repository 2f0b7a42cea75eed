import { SCHEMA } from '../connection/session.js';
import type { Queryable } from '../sql/queryable.js';

export interface TableColumn {
  readonly name: string;
  readonly type: string;
  /** Null when it is the database's own. */
  readonly collation: string | null;
  readonly notNull: boolean;
  /** `a` always, `d` by default, empty for none. */
  readonly identity: '' | 'a' | 'd';
  readonly generated: boolean;
  /** Default, or the expression of a generated column. */
  readonly fallback: string | null;
}

export interface Table {
  readonly name: string;
  readonly unlogged: boolean;
  readonly options: readonly string[] | null;
  readonly partitionBy: string | null;
  readonly columns: readonly TableColumn[];
}

/** Anything but a table, as PostgreSQL itself writes it. `parent` is the table it belongs to, if any. */
export interface SchemaObject {
  readonly kind: string;
  readonly parent: string | null;
  readonly definition: string;
}

/** The tables of the schema by name, without partitions: which there are depends on the day. */
export async function readTables(db: Queryable): Promise<readonly Table[]> {
  return db<Table>`
    select c.relname::text as name, c.relpersistence = 'u' as unlogged, c.reloptions as options,
      pg_get_partkeydef(c.oid) as "partitionBy",
      (select jsonb_agg(jsonb_build_object(
          'name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod),
          'collation', case when a.attcollation <> t.typcollation then a.attcollation::regcollation::text end,
          'notNull', a.attnotnull, 'identity', a.attidentity, 'generated', a.attgenerated = 's',
          'fallback', pg_get_expr(d.adbin, d.adrelid, true)) order by a.attnum)
        from pg_attribute a
        join pg_type t on t.oid = a.atttypid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c
    where c.relnamespace = ${SCHEMA}::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname::text collate "C"`;
}

/**
 * Everything else by kind and name. PostgreSQL 18 lists `not null` among the constraints and older ones do not, so it is
 * left to the columns; it also writes the query of a view differently, so a view shows only its columns. Indexes that a constraint made are left to the constraint, sequences to the identity column.
 */
export async function readObjects(db: Queryable): Promise<readonly SchemaObject[]> {
  return db<SchemaObject>`
    with tables as (
      select oid, relname::text as name from pg_class
      where relnamespace = ${SCHEMA}::regnamespace and relkind in ('r', 'p') and not relispartition
    ), objects (kind, parent, name, definition) as (
      select 'constraint', t.name, array_position('{p,u,x,c,f,t}', k.contype::text) || k.conname,
        'constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid, true)
      from pg_constraint k join tables t on t.oid = k.conrelid where k.contype <> 'n'
      union all
      select 'index', t.name, c.relname::text, pg_get_indexdef(i.indexrelid, 0, true) || ';'
      from pg_index i join tables t on t.oid = i.indrelid join pg_class c on c.oid = i.indexrelid
      where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
      union all
      select 'statistics', t.name, s.stxname::text, pg_get_statisticsobjdef(s.oid) || ';'
      from pg_statistic_ext s join tables t on t.oid = s.stxrelid
      union all
      select 'trigger', t.name, g.tgname::text, pg_get_triggerdef(g.oid, true) || ';'
      from pg_trigger g join tables t on t.oid = g.tgrelid where not g.tgisinternal
      union all
      select 'policy', t.name, p.polname::text,
        format('create policy %I on %I using (%s) with check (%s);', p.polname, t.name,
          coalesce(pg_get_expr(p.polqual, p.polrelid), ''), coalesce(pg_get_expr(p.polwithcheck, p.polrelid), ''))
      from pg_policy p join tables t on t.oid = p.polrelid
      union all
      select 'sequence', null, c.relname::text, format('create sequence %I;', c.relname)
      from pg_class c where c.relnamespace = ${SCHEMA}::regnamespace and c.relkind = 'S'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i')
      union all
      select 'view', null, c.relname::text, format('create view %I (%s);', c.relname,
        (select string_agg(quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped))
      from pg_class c where c.relnamespace = ${SCHEMA}::regnamespace and c.relkind in ('v', 'm')
      union all
      select 'function', null, p.oid::regprocedure::text, rtrim(pg_get_functiondef(p.oid), E'\n') || ';'
      from pg_proc p where p.pronamespace = ${SCHEMA}::regnamespace and p.prokind in ('f', 'p')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      union all
      select 'type', null, y.typname::text, format('create type %I as enum (%s);', y.typname,
        (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e
          where e.enumtypid = y.oid))
      from pg_type y where y.typnamespace = ${SCHEMA}::regnamespace and y.typtype = 'e'
      union all
      select 'type', null, y.typname::text, format('create domain %I as %s%s;', y.typname,
        format_type(y.typbasetype, y.typtypmod),
        (select string_agg(' ' || pg_get_constraintdef(k.oid, true), '' order by k.conname) from pg_constraint k
          where k.contypid = y.oid))
      from pg_type y where y.typnamespace = ${SCHEMA}::regnamespace and y.typtype = 'd'
      union all
      select 'grant', null, c.relname || g.grantee::text || g.privilege_type,
        format('grant %s on %I to %s;', lower(g.privilege_type), c.relname,
          case g.grantee when 0 then 'public' else g.grantee::regrole::text end)
      from pg_class c, aclexplode(c.relacl) g
      where c.relnamespace = ${SCHEMA}::regnamespace and g.grantee <> c.relowner
    )
    select kind, parent, definition from objects order by kind, parent collate "C", name collate "C"`;
}
