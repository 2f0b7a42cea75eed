-- Servers from before 0007 that still run look for far pages in process_blocks as it was then. They find it empty, which
-- means that nothing is skipped: they walk to the page. Their folding must fail, since they know nothing of trees; it does,
-- because nothing can be inserted into these views. A later migration drops them.

alter table process_blocks rename to process_tree_blocks;
alter table process_block_counts rename to process_tree_counts;

create view process_blocks as
  select null::bigint as id, null::bigint as chain_id, null::bigint as parent_id, null::timestamptz as start_ts,
    null::uuid as start_id, null::bigint as total
  where false;
create view process_block_counts as
  select null::bigint as block_id, null::integer as group_id, null::bigint as count where false;
