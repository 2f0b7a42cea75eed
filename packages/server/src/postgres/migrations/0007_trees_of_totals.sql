-- The place of a page in steps that grow with the logarithm of the processes (docs/adr/0004-totals.md): the blocks of a
-- chain become a tree, and a block has its counts in one row. Totals stay; trees are built in the background, and until
-- then lists walk to a far page. A server from before this fails to fold, which loses nothing, until it is replaced.

-- The place of a group in arrays of counts, from 1.
alter table process_groups add column position integer;
update process_groups g set position = numbered.position
  from (select id, row_number() over (partition by sub_project_id order by id) as position from process_groups) numbered
  where numbered.id = g.id;
alter table process_groups alter column position set not null, add unique (sub_project_id, position);

drop table process_block_counts;
drop table process_blocks;

-- Chains are cut along (created_ts, id) into blocks of some hundred processes (level 0), and some of those lie under a block
-- of the level above, up to one root, which has no parent. A block begins at its start and ends where the next one of
-- its level begins; the first of each level begins where its parent does.
create table process_blocks (
  id bigint primary key generated always as identity,
  chain_id bigint not null references process_chains on delete cascade,
  parent_id bigint,
  level smallint not null,
  start_ts timestamptz(3) not null,
  start_id uuid not null,
  total bigint not null
) with (fillfactor = 80);
create unique index process_blocks_root on process_blocks (chain_id) where parent_id is null;
create unique index process_blocks_inner on process_blocks (parent_id, start_ts, start_id) where parent_id is not null;
create index process_blocks_by_level on process_blocks (chain_id, level);

-- How many processes of each group a block has, by the position of the group; what is missing at the end is 0.
create table process_block_counts (
  block_id bigint primary key references process_blocks on delete cascade,
  counts integer[] not null
) with (fillfactor = 80);

-- Counts with changes at some positions.
create function process_counts_changed(counts integer[], positions integer[], changes integer[]) returns integer[]
language plpgsql immutable parallel safe
as $$
declare
  -- Nulls in an array would make every look at it slow.
  result integer[] := counts || array_fill(0, array[greatest((select max(p) from unnest(positions) p) - cardinality(counts), 0)]);
begin
  for i in 1 .. cardinality(positions) loop
    result[positions[i]] := result[positions[i]] + changes[i];
  end loop;
  return result;
end
$$;
