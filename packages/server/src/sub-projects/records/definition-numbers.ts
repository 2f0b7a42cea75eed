import type { Queryable } from '../../postgres/database.js';

/** The version numbers of definitions, by definition id. */
export async function listDefinitionNumbers(
  db: Queryable,
  subProjectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db<{ id: string; number: number }>`
    select id, number from workflow_definitions
    where sub_project_id = ${subProjectId} and id = any(${[...new Set(ids)]}::uuid[])`;
  return new Map(rows.map(({ id, number }) => [id, number]));
}
