-- Evidence of what is missing (D180).
--
-- Which rows of a process a seal has. Each entry is a leaf of the tree itself, so it is signed, and names the one before. Seals of before
-- have none.
--
-- position: of its leaf. positions: of the leaves of the rows.
-- rows_before, previous: what the entries of the process before this one have.
create table audit_seal_entries (
  sub_project_id uuid not null,
  process_id uuid not null,
  number bigint not null,
  position integer not null,
  positions integer[] not null,
  rows_before bigint not null,
  previous bigint,
  primary key (sub_project_id, process_id, number)
);
create index audit_seal_entries_by_number on audit_seal_entries (sub_project_id, number);
create trigger audit_seal_entries_are_append_only before update or delete or truncate on audit_seal_entries
  for each statement execute function refuse_change();

-- The newest seal of a sub-project, signed: without it nobody would see that the last seals were removed.
create table audit_heads (
  sub_project_id uuid primary key,
  signed text not null,
  -- As in audit_seals.
  signature text not null,
  key_id text not null
);
