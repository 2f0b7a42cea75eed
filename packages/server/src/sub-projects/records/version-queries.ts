import { type Fragment, type Queryable, sql, type Transaction } from '../../postgres/database.js';
import type { StoredConfiguration } from './stored-configuration.js';

/** A deployed version as it is stored; it never changes. */
export interface StoredVersion {
  readonly id: string;
  readonly subProjectId: string;
  readonly number: number;
  readonly configuration: StoredConfiguration;
}

/** What is in force in a sub-project. */
export interface CurrentVersion {
  /** Of {@link currentVersionOf}; null: nothing deployed. */
  readonly versionId: string | null;
  /** Id of the deployed version alone, for {@link findVersion}. */
  readonly deployedId: string | null;
}

/** What {@link currentVersionOf} gave; the number of changes of the members stands behind the id. */
export const versionOf = (versionId: string | null): CurrentVersion => ({
  versionId,
  deployedId: versionId?.replace(/\/.*/, '') ?? null,
});

/** The current version with the number of changes of its members: what a compiled configuration is in force for. */
/** The version of a row `s` of sub_projects. */
export const versionId = sql.raw(
  `s.current_version_id::text || case s.members_number when 0 then '' else '/' || s.members_number end`,
);

/** Undefined: no such sub-project. The id must be UUID-shaped. */
export async function findCurrentVersionId(db: Queryable, subProjectId: string): Promise<CurrentVersion | undefined> {
  const [row] = await db<CurrentVersion>`
    select ${versionId} as "versionId", s.current_version_id as "deployedId" from sub_projects s where s.id = ${subProjectId}`;
  return row;
}

/**
 * The version that is in force as a query of one row, for a statement that reads it in its own snapshot. It is another one
 * after a deployment, and after a change of the members.
 */
export const currentVersionOf = (subProjectId: string): Fragment =>
  sql`select ${versionId} from sub_projects s where s.id = ${subProjectId}::uuid`;

/** As {@link currentVersionOf}, for a row of another query. @param id column with the id of a sub-project */
export const currentVersionOfRow = (id: Fragment): Fragment =>
  sql`select ${versionId} from sub_projects s where s.id = ${id}`;

/** The version with this id, which must exist: versions are never deleted. */
export async function findVersion(
  db: Queryable,
  subProjectId: string,
  versionId: string,
): Promise<StoredVersion & { readonly fingerprint: string }> {
  const [row] = await db<StoredVersion & { readonly fingerprint: string }>`
    select id, sub_project_id as "subProjectId", number, configuration, fingerprint
    from sub_project_versions where sub_project_id = ${subProjectId} and id = ${versionId}`;
  if (row === undefined) throw new Error(`sub-project version ${versionId} is referred to but does not exist`);
  return row;
}

export interface NewVersion extends StoredVersion {
  readonly document: string;
  readonly files: Readonly<Record<string, string>>;
  readonly fingerprint: string;
  readonly createdBy: string;
  readonly createdTs: Date;
}

export async function insertVersion(tx: Transaction, version: NewVersion): Promise<void> {
  await tx`
    insert into sub_project_versions ${sql.rows([
      {
        id: version.id,
        sub_project_id: version.subProjectId,
        number: version.number,
        document: version.document,
        files: sql.json(version.files),
        configuration: sql.json(version.configuration),
        fingerprint: version.fingerprint,
        created_by: version.createdBy,
        created_ts: version.createdTs,
      },
    ])}`;
}

export interface VersionSource {
  readonly number: number;
  readonly document: string;
  readonly files: Readonly<Record<string, string>>;
  readonly createdTs: Date;
}

/** What was deployed as a version of a sub-project; undefined when it has no such version. */
export async function findVersionSource(
  db: Queryable,
  subProjectId: string,
  which: { readonly number: number } | { readonly id: string },
): Promise<VersionSource | undefined> {
  const condition = 'id' in which ? sql`id = ${which.id}` : sql`number = ${which.number}`;
  const [row] = await db<VersionSource>`
    select number, document, files, created_ts as "createdTs"
    from sub_project_versions where sub_project_id = ${subProjectId} and ${condition}`;
  return row;
}
