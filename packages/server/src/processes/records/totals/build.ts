import { sql, type Transaction } from '../../../postgres/database.js';
import { facetOfField, literal } from '../fields/process-fields.js';
import { BLOCK, type Chain, FREQUENT } from './chain.js';
import { cutBlocks } from './cut-blocks.js';
import { addGroups, sameGroup } from './groups.js';
import { findUsableFields } from './usable-fields.js';

/**
 * Counts every process of a sub-project anew and forgets what was counted and noted before, of fields too: those are to
 * be built again. The transaction must be repeatable read. Reads all processes of the sub-project twice.
 */
export async function buildSubProject(tx: Transaction, subProjectId: string): Promise<void> {
  await tx`delete from process_chains where sub_project_id = ${subProjectId}`;
  await tx`delete from process_deltas where sub_project_id = ${subProjectId}`;
  await tx`update process_counted_fields set ready = false where sub_project_id = ${subProjectId}`;
  await addGroups(
    tx,
    subProjectId,
    sql`(select p.state, p.priority, p.stage_key from processes p where p.sub_project_id = ${subProjectId})`,
  );
  await tx`
    insert into process_chains (sub_project_id, field, facet, total)
    select ${subProjectId}, '', '', count(*) from processes p where p.sub_project_id = ${subProjectId}`;
  await tx`
    insert into process_chain_counts (sub_project_id, chain_id, group_position, count)
    select c.sub_project_id, c.id, g.position, counted.count
    from (select sub_project_id, state, priority, stage_key, count(*) from processes p
      where p.sub_project_id = ${subProjectId} group by 1, 2, 3, 4) counted
    join process_groups g on ${sameGroup(sql`counted`)}
    join process_chains c on c.sub_project_id = ${subProjectId} and c.field = ''`;
  await cutLong(tx, subProjectId);
}

/**
 * Counts the values of a field and declares it ready. Every delta the transaction sees must have been folded in it, and
 * every later one must carry the field's facet. Its index must be there. Reads all processes of the sub-project, those of
 * frequent values a few times.
 */
export async function buildField(tx: Transaction, subProjectId: string, field: string): Promise<void> {
  await forgetField(tx, subProjectId, field);
  const facets = await tx<{ facet: string }>`
    select ${facetOfField(field)} as facet from processes p where p.sub_project_id = ${subProjectId}
    group by 1 having count(*) >= ${FREQUENT}`;
  await addChains(
    tx,
    subProjectId,
    field,
    facets.map((row) => row.facet),
  );
  await cutLong(tx, subProjectId);
  await tx`
    update process_counted_fields set ready = true where sub_project_id = ${subProjectId} and field = ${field}`;
}

/**
 * Gives those of the values a chain that have become frequent, counted from the processes the transaction sees. Walks the
 * index of the field: a rare value costs one probe.
 */
export async function addChains(
  tx: Transaction,
  subProjectId: string,
  field: string,
  facets: readonly string[],
): Promise<void> {
  await tx`
    insert into process_chains (sub_project_id, field, facet, total)
    select ${subProjectId}, ${literal(field)}, v.facet, all_of.count
    from unnest(${facets}::text[]) v (facet)
    cross join lateral (
      select count(*) from (select from processes p
        where p.sub_project_id = ${subProjectId} and ${facetOfField(field)} = v.facet limit ${FREQUENT}) x
    ) few
    cross join lateral (
      select count(*) from processes p
      where few.count >= ${FREQUENT} and p.sub_project_id = ${subProjectId} and ${facetOfField(field)} = v.facet
    ) all_of
    where few.count >= ${FREQUENT}`;
  await tx`
    insert into process_chain_counts (sub_project_id, chain_id, group_position, count)
    select c.sub_project_id, c.id, g.position, counted.count
    from process_chains c
    cross join lateral (
      select p.sub_project_id, p.state, p.priority, p.stage_key, count(*) from processes p
      where p.sub_project_id = ${subProjectId} and ${facetOfField(field)} = c.facet group by 1, 2, 3, 4
    ) counted
    join process_groups g on ${sameGroup(sql`counted`)}
    where c.sub_project_id = ${subProjectId} and c.field = ${field} and c.facet = any(${facets}::text[])`;
}

/** Forgets what is known of the values of a field. */
export async function forgetField(tx: Transaction, subProjectId: string, field: string): Promise<void> {
  await tx`delete from process_chains where sub_project_id = ${subProjectId} and field = ${field}`;
}

/**
 * Gives every chain that has become long its first blocks, and cuts those and the given ones.
 *
 * @param grown blocks that have become long
 */
export async function cutLong(tx: Transaction, subProjectId: string, grown: readonly number[] = []): Promise<void> {
  const fields = ['', ...(await findUsableFields(tx, subProjectId))];
  const long = await tx<Pick<Chain, 'id'>>`
    select c.id from process_chains c
    where c.sub_project_id = ${subProjectId} and c.field = any(${fields}::text[]) and c.total > ${2 * BLOCK}
      and not exists (select from process_tree_blocks b
        where b.sub_project_id = c.sub_project_id and b.chain_id = c.id and b.parent_id is null)`;
  const first: number[] = [];
  for (const { id } of long) first.push(await addFirstBlocks(tx, subProjectId, id));
  await cutBlocks(tx, subProjectId, [...first, ...grown], fields);
}

/** A root and one block under it, both from the beginning of time, with the counts of the chain. */
async function addFirstBlocks(tx: Transaction, subProjectId: string, chainId: number): Promise<number> {
  const first = sql`'-infinity'::timestamptz, '00000000-0000-0000-0000-000000000000'::uuid, c.total`;
  const [block] = await tx<{ id: number }>`
    with root as (
      insert into process_tree_blocks (sub_project_id, chain_id, parent_id, level, start_ts, start_id, total)
      select c.sub_project_id, c.id, null, 1, ${first} from process_chains c
      where c.sub_project_id = ${subProjectId} and c.id = ${chainId} returning id
    )
    insert into process_tree_blocks (sub_project_id, chain_id, parent_id, level, start_ts, start_id, total)
    select c.sub_project_id, c.id, root.id, 0, ${first} from process_chains c, root
    where c.sub_project_id = ${subProjectId} and c.id = ${chainId} returning id`;
  if (block === undefined) throw new Error(`the chain ${chainId} vanished while it was counted`);
  await tx`
    insert into process_tree_counts (sub_project_id, block_id, counts)
    select b.sub_project_id, b.id,
      coalesce((select process_counts_changed('{}', array_agg(n.group_position), array_agg(n.count::integer))
        from process_chain_counts n where n.sub_project_id = ${subProjectId} and n.chain_id = ${chainId}), '{}')
    from process_tree_blocks b where b.sub_project_id = ${subProjectId} and b.chain_id = ${chainId}`;
  return block.id;
}
