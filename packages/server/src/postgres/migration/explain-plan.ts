import { SCHEMA } from '../connection/session.js';
import type { Queryable } from '../sql/queryable.js';
import type { MigrationPlan } from './migrate.js';
import { fileName } from './migration-files.js';
import { type MigrationStatement, migrationStatements } from './migration-statements.js';

/** A pending migration, for an operator to judge before it is applied. */
export interface ExplainedMigration {
  /** `0001_name.sql` */
  readonly file: string;
  readonly statements: readonly (MigrationStatement & {
    /** PostgreSQL's estimate for the table, partitions included; undefined where there is no table yet. */
    readonly rows: number | undefined;
    readonly bytes: number | undefined;
  })[];
}

/** Each statement of the pending migrations with whom it makes wait and how big its table is; reads no table itself. */
export async function explainPlan(db: Queryable, plan: MigrationPlan): Promise<readonly ExplainedMigration[]> {
  const all = migrationStatements(plan.pending.map(({ text }) => text));
  const names = all.flat().flatMap(({ table }) => (table === undefined ? [] : [table]));
  const sizes = await sizesOf(db, [...new Set(names)]);
  return plan.pending.map((migration, index) => ({
    file: fileName(migration),
    statements: (all[index] ?? []).map((statement) => {
      const size = statement.table === undefined ? undefined : sizes.get(statement.table);
      return { ...statement, rows: size?.rows, bytes: size?.bytes };
    }),
  }));
}

interface Size {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
}

async function sizesOf(db: Queryable, names: readonly string[]): Promise<ReadonlyMap<string, Size>> {
  const rows = await db<Size>`
    select c.relname as name, sum(greatest(part.reltuples, 0))::float8 as rows,
      sum(pg_total_relation_size(part.oid))::float8 as bytes
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = ${SCHEMA}
    cross join lateral (
      select leaf.oid, leaf.reltuples from pg_class leaf
      where leaf.oid = c.oid or leaf.oid in (select relid from pg_partition_tree(c.oid) where isleaf)
    ) part
    where c.relkind in ('r', 'p') and c.relname = any(${[...names]}::text[])
    group by c.relname`;
  return new Map(rows.map((row) => [row.name, row]));
}
