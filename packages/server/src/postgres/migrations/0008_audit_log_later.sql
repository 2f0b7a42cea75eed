-- A partition for every time there is no month for yet, so that writing never fails for want of one: neither after a
-- long time without a worker, nor under a clock that runs ahead. It is empty as a rule. A range and not a default: a page
-- in the order of time still reads one partition after the other.

create table audit_log_later (like audit_log including all);
create trigger audit_log_is_append_only before update or delete or truncate on audit_log_later
  for each statement execute function refuse_change();
do $$
begin
  execute format('alter table audit_log attach partition audit_log_later for values from (%L) to (maxvalue)',
    (select max(until_ts) from audit_partitions));
end
$$;

-- A table of the log's shape that may become a partition of it.
create function create_audit_table(name text) returns void language plpgsql set search_path from current as $$
begin
  execute format('create table %I (like audit_log including all)', name);
  execute format('create trigger audit_log_is_append_only before update or delete or truncate on %I '
    'for each statement execute function refuse_change()', name);
end
$$;

create function audit_month(ts timestamptz, months integer) returns timestamptz language sql immutable
  return (date_trunc('month', ts at time zone 'UTC') + make_interval(months => months)) at time zone 'UTC';

-- Adds months until there is room for the given number of them after the one of now_ts. Returns how many were added, or null
-- when rows stand in their way, which settle_later_audit_rows moves out of it first. Nobody reads or writes the log for
-- the milliseconds that its last partition takes to be cut.
drop function add_audit_partitions(integer);
create function add_audit_partitions(months integer, now_ts timestamptz default now()) returns integer
language plpgsql set search_path from current as $$
declare
  from_ts timestamptz;
  next_ts timestamptz;
  partition_name text;
  added integer := 0;
begin
  lock table audit_partitions in share row exclusive mode;
  select max(until_ts) into from_ts from audit_partitions;
  if from_ts > audit_month(now_ts, months) then return 0; end if;
  lock table audit_log in access exclusive mode;
  if exists (select from audit_log_later) then return null; end if;
  alter table audit_log detach partition audit_log_later;
  while from_ts <= audit_month(now_ts, months) loop
    next_ts := audit_month(from_ts, 1);
    partition_name := 'audit_log_' || to_char(from_ts at time zone 'UTC', 'YYYY_MM');
    perform create_audit_table(partition_name);
    execute format('alter table audit_log attach partition %I for values from (%L) to (%L)', partition_name, from_ts, next_ts);
    insert into audit_partitions values (partition_name, next_ts);
    from_ts := next_ts;
    added := added + 1;
  end loop;
  execute format('alter table audit_log attach partition audit_log_later for values from (%L) to (maxvalue)', from_ts);
  return added;
end
$$;

-- When audit_log_later holds rows: bounds it at the end of the month after now_ts and after its newest row. What is written
-- meanwhile fits. Checking the rows that are there is for the caller, as a statement of its own, which holds up nobody:
-- alter table audit_log_later validate constraint audit_log_later_bound. Returns whether there is anything to settle.
create function bound_later_audit_rows(now_ts timestamptz default now()) returns boolean
language plpgsql set search_path from current as $$
declare
  from_ts timestamptz;
  newest timestamptz;
begin
  lock table audit_partitions in share row exclusive mode;
  if not exists (select from audit_log_later) then return false; end if;
  if exists (select from pg_constraint where conrelid = 'audit_log_later'::regclass and conname = 'audit_log_later_bound') then
    return true;
  end if;
  lock table audit_log_later in access exclusive mode;
  select max(until_ts) into from_ts from audit_partitions;
  select max(created_ts) into newest from audit_log_later;
  execute format('alter table audit_log_later add constraint audit_log_later_bound '
    'check (created_ts >= %L and created_ts < %L) not valid', from_ts, audit_month(greatest(now_ts, newest), 2));
  return true;
end
$$;

-- Makes the bounded rows a partition of their own, without reading or copying them, and begins a new audit_log_later.
create function settle_later_audit_rows() returns text language plpgsql set search_path from current as $$
declare
  from_ts timestamptz;
  until timestamptz;
  partition_name text;
begin
  lock table audit_partitions in share row exclusive mode;
  select substring(pg_get_constraintdef(oid) from 'created_ts < ''([^'']+)''')::timestamptz into until from pg_constraint
    where conrelid = 'audit_log_later'::regclass and conname = 'audit_log_later_bound' and convalidated;
  if until is null then return null; end if;
  select max(until_ts) into from_ts from audit_partitions;
  partition_name := 'audit_log_' || to_char(from_ts at time zone 'UTC', 'YYYY_MM') || '_on';
  lock table audit_log in access exclusive mode;
  alter table audit_log detach partition audit_log_later;
  execute format('alter table audit_log_later rename to %I', partition_name);
  execute format('alter table audit_log attach partition %I for values from (%L) to (%L)', partition_name, from_ts, until);
  execute format('alter table %I drop constraint audit_log_later_bound', partition_name);
  insert into audit_partitions values (partition_name, until);
  perform create_audit_table('audit_log_later');
  execute format('alter table audit_log attach partition audit_log_later for values from (%L) to (maxvalue)', until);
  return partition_name;
end
$$;
