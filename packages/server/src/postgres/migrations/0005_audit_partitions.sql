-- The audit log by month, so that forgetting old rows is dropping a table and not deleting rows, which nobody may.
-- The rows so far become the first partition as they are: nothing is copied, one index is built.

alter table audit_log rename to audit_log_first;
alter table audit_log_first drop constraint audit_log_pkey;
alter index audit_log_newest rename to audit_log_first_newest;
alter index audit_log_by_process rename to audit_log_first_by_process;

create table audit_log (
  id uuid not null,
  sub_project_id uuid,
  created_ts timestamptz(3) not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  process_id uuid,
  by_id text not null,
  by_name text not null,
  trace_id text not null,
  before jsonb,
  after jsonb,
  -- In this order it is also the index of "newest first" over the whole installation.
  primary key (created_ts, id)
) partition by range (created_ts);
create index audit_log_newest on audit_log (sub_project_id, created_ts desc, id desc);
create index audit_log_by_process on audit_log (process_id, created_ts desc, id desc) where process_id is not null;
-- Triggers of a statement fire for the table it names, so every partition has this one too.
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- Which partitions there are. The first has no lower bound; there is no default one, so that a page in the order of time
-- reads one partition after the other.
create table audit_partitions (
  name text primary key,
  until_ts timestamptz(3) not null unique
);

do $$
declare
  until_ts timestamptz;
begin
  -- A clock that ran ahead must not leave rows that no partition takes.
  select date_trunc('month', greatest(now(), max(created_ts)), 'UTC') into until_ts from audit_log_first;
  until_ts := (until_ts at time zone 'UTC' + interval '1 month') at time zone 'UTC';
  execute format('alter table audit_log attach partition audit_log_first for values from (minvalue) to (%L)', until_ts);
  insert into audit_partitions values ('audit_log_first', until_ts);
end
$$;

-- Adds what is missing until there is room for the given number of months after this one. Returns how many were added.
create function add_audit_partitions(months integer) returns integer language plpgsql set search_path from current as $$
declare
  from_ts timestamptz;
  next_ts timestamptz;
  partition_name text;
  added integer := 0;
begin
  lock table audit_partitions in share row exclusive mode;
  loop
    select max(until_ts) into from_ts from audit_partitions;
    exit when from_ts > (date_trunc('month', now() at time zone 'UTC') + make_interval(months => months)) at time zone 'UTC';
    next_ts := (from_ts at time zone 'UTC' + interval '1 month') at time zone 'UTC';
    partition_name := 'audit_log_' || to_char(from_ts at time zone 'UTC', 'YYYY_MM');
    -- Attaching lets writers go on; creating it as a partition would not.
    execute format('create table %I (like audit_log including all)', partition_name);
    execute format('create trigger audit_log_is_append_only before update or delete or truncate on %I '
      'for each statement execute function refuse_change()', partition_name);
    execute format('alter table audit_log attach partition %I for values from (%L) to (%L)', partition_name, from_ts, next_ts);
    insert into audit_partitions values (partition_name, next_ts);
    added := added + 1;
  end loop;
  return added;
end
$$;
select add_audit_partitions(3);
