-- Totals and pages of the process list without counting rows (docs/adr/0004-totals.md).
--
-- Every change of processes appends what it changes to process_deltas, in its own transaction; nobody waits for anybody.
-- A folder moves deltas into the counters below in one transaction, so in every snapshot counters plus deltas are exact.
-- The counters of what was there before are built in the background; until then lists count.

-- What stands for the value of a field: equal for equal scalars, short enough for an index. Two digests of long texts,
-- since texts that collide in one can be made.
create function process_facet(value jsonb) returns text language sql immutable parallel safe
return case coalesce(jsonb_typeof(value), 'null')
  when 'null' then 'z'
  when 'string' then
    case when length(value #>> '{}') <= 64 then 's' || (value #>> '{}')
    else 't' || md5(value #>> '{}') || md5('millrace' || (value #>> '{}')) end
  when 'number' then
    case when length(trim_scale((value #>> '{}')::numeric)::text) <= 64
      then 'n' || trim_scale((value #>> '{}')::numeric)::text
    else 'm' || md5(trim_scale((value #>> '{}')::numeric)::text)
      || md5('millrace' || trim_scale((value #>> '{}')::numeric)::text) end
  when 'boolean' then 'b' || (value #>> '{}')
  else 'o'
end;

-- Fields whose values are counted (x-indexed). Ready once every process is in the counters.
create table process_counted_fields (
  sub_project_id uuid not null,
  field text not null,
  ready boolean not null default false,
  primary key (sub_project_id, field)
);

-- The distinct (state, priority, stage) of a sub-project.
create table process_groups (
  id integer primary key generated always as identity,
  sub_project_id uuid not null,
  state text not null,
  priority text not null,
  stage_key text not null,
  unique (sub_project_id, state, priority, stage_key)
);

-- A chain is a set of processes that is counted: all of a sub-project (field and facet empty), or those with one value
-- of a counted field.
create table process_chains (
  id bigint primary key generated always as identity,
  sub_project_id uuid not null,
  field text not null,
  facet text not null,
  total bigint not null,
  unique (sub_project_id, field, facet)
);
create table process_chain_counts (
  chain_id bigint not null references process_chains on delete cascade,
  group_id integer not null references process_groups,
  count bigint not null,
  primary key (chain_id, group_id)
);

-- Long chains are cut along (created_ts, id) into blocks of some hundred processes, and those into runs of some hundred
-- blocks (the rows without a parent), so that any page is found by adding up few numbers. A block begins at its start
-- and ends where the next one begins.
create table process_blocks (
  id bigint primary key generated always as identity,
  chain_id bigint not null references process_chains on delete cascade,
  parent_id bigint references process_blocks on delete cascade,
  start_ts timestamptz(3) not null,
  start_id uuid not null,
  total bigint not null
);
create unique index process_blocks_top on process_blocks (chain_id, start_ts, start_id) where parent_id is null;
create unique index process_blocks_inner on process_blocks (parent_id, start_ts, start_id) where parent_id is not null;
create index process_blocks_by_chain on process_blocks (chain_id);
create table process_block_counts (
  block_id bigint not null references process_blocks on delete cascade,
  group_id integer not null references process_groups,
  count bigint not null,
  primary key (block_id, group_id)
);

-- What the counters do not know yet. `facets` has the facet of every counted field.
create table process_deltas (
  id bigint primary key generated always as identity,
  sub_project_id uuid not null,
  process_id uuid not null,
  created_ts timestamptz(3) not null,
  state text not null,
  priority text not null,
  stage_key text not null,
  change smallint not null,
  facets jsonb
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000);
create index process_deltas_by_sub_project on process_deltas (sub_project_id);

create function process_facets(sub_project uuid, fields jsonb) returns jsonb language sql stable
set search_path from current
as $$
  select jsonb_object_agg(c.field, process_facet(fields -> c.field))
  from process_counted_fields c where c.sub_project_id = sub_project
$$;

create function note_processes_created() returns trigger language plpgsql set search_path from current as $$
begin
  insert into process_deltas (sub_project_id, process_id, created_ts, state, priority, stage_key, change, facets)
  select n.sub_project_id, n.id, n.created_ts, n.state, n.priority, n.stage_key, 1,
    process_facets(n.sub_project_id, n.fields)
  from created n;
  return null;
end
$$;

create function note_processes_deleted() returns trigger language plpgsql set search_path from current as $$
begin
  insert into process_deltas (sub_project_id, process_id, created_ts, state, priority, stage_key, change, facets)
  select n.sub_project_id, n.id, n.created_ts, n.state, n.priority, n.stage_key, -1,
    process_facets(n.sub_project_id, n.fields)
  from deleted n;
  return null;
end
$$;

create function note_process_changed() returns trigger language plpgsql set search_path from current as $$
declare
  facets_before jsonb;
  facets_after jsonb;
begin
  facets_before := process_facets(old.sub_project_id, old.fields);
  facets_after := process_facets(new.sub_project_id, new.fields);
  if (old.sub_project_id, old.id, old.created_ts, old.state, old.priority, old.stage_key)
      = (new.sub_project_id, new.id, new.created_ts, new.state, new.priority, new.stage_key)
    and facets_before is not distinct from facets_after then
    return null;
  end if;
  insert into process_deltas (sub_project_id, process_id, created_ts, state, priority, stage_key, change, facets)
  values
    (old.sub_project_id, old.id, old.created_ts, old.state, old.priority, old.stage_key, -1, facets_before),
    (new.sub_project_id, new.id, new.created_ts, new.state, new.priority, new.stage_key, 1, facets_after);
  return null;
end
$$;

-- Without counters lists count, until they are built again.
create function note_processes_truncated() returns trigger language plpgsql set search_path from current as $$
begin
  delete from process_chains;
  delete from process_deltas;
  update process_counted_fields set ready = false;
  return null;
end
$$;

create trigger processes_created after insert on processes
  referencing new table as created for each statement execute function note_processes_created();
create trigger processes_deleted after delete on processes
  referencing old table as deleted for each statement execute function note_processes_deleted();
create trigger processes_changed after update on processes for each row
  when ((old.sub_project_id, old.id, old.created_ts, old.state, old.priority, old.stage_key, old.fields)
    is distinct from (new.sub_project_id, new.id, new.created_ts, new.state, new.priority, new.stage_key, new.fields))
  execute function note_process_changed();
create trigger processes_truncated after truncate on processes
  for each statement execute function note_processes_truncated();

-- Finds the few processes of a rare state, priority and stage, newest first. A big table must not be locked for as long as
-- that takes: there the server builds it in the background.
do $$
begin
  if not exists (select from processes offset 50000 limit 1) then
    create index processes_by_group on processes
      (sub_project_id, state, priority, stage_key, created_ts desc, id desc);
  end if;
end
$$;
