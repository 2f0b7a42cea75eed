import type { Queryable } from '../postgres/queryable.js';
import type { StoredConfiguration } from './normal-document.js';

/** A deployed version as it is stored; it never changes. */
export interface StoredVersion {
  readonly id: string;
  readonly subProjectId: string;
  readonly number: number;
  readonly configuration: StoredConfiguration;
}

/** Undefined: no such sub-project; null: nothing deployed. The id must be UUID-shaped. */
export async function findCurrentVersionId(
  db: Queryable,
  subProjectId: string,
): Promise<{ readonly versionId: string | null } | undefined> {
  const [row] = await db<{ versionId: string | null }>`
    select current_version_id as "versionId" from sub_projects where id = ${subProjectId}`;
  return row;
}

/** The version with this id, which must exist: versions are never deleted. */
export async function findVersion(db: Queryable, versionId: string): Promise<StoredVersion> {
  const [row] = await db<StoredVersion>`
    select id, sub_project_id as "subProjectId", number, configuration
    from sub_project_versions where id = ${versionId}`;
  if (row === undefined) throw new Error(`sub-project version ${versionId} is referred to but does not exist`);
  return row;
}
