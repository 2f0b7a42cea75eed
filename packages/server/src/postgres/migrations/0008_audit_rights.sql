-- The role of the servers need not own the audit log: what they do to its partitions they do through functions of its owner.
-- Those name every object with its schema, because the servers may create objects in the schema (indexes on processes).

-- What only the owner of the log may set. Months whose rows are all older than this may be dropped; null: none.
create table audit_settings (
  retention_days integer check (retention_days > 0)
);
create unique index audit_settings_is_one_row on audit_settings ((true));
insert into audit_settings values (null);

-- A role reaches the partitions through the log alone: privileges on a partition would get around those on the log.
create or replace function create_audit_table(name text) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  grantee text;
begin
  execute format('create table millrace.%I (like millrace.audit_log including all)', name);
  execute format('create trigger audit_log_is_append_only before update or delete or truncate on millrace.%I '
    'for each statement execute function millrace.refuse_change()', name);
  for grantee in
    select case g.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(g.grantee)) end
    from pg_class c, aclexplode(c.relacl) g
    where c.oid = format('millrace.%I', name)::regclass and g.grantee <> c.relowner
  loop
    execute format('revoke all on millrace.%I from %s', name, grantee);
  end loop;
end
$$;

create or replace function add_audit_partitions(months integer, now_ts timestamptz default now()) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  from_ts timestamptz;
  next_ts timestamptz;
  partition_name text;
  added integer := 0;
begin
  if months not between 0 and 12 then raise exception 'at most 12 months can be added ahead, not %', months; end if;
  lock table millrace.audit_partitions in share row exclusive mode;
  select max(until_ts) into from_ts from millrace.audit_partitions;
  if from_ts > millrace.audit_month(now_ts, months) then return 0; end if;
  lock table millrace.audit_log in access exclusive mode;
  if exists (select from millrace.audit_log_later) then return null; end if;
  alter table millrace.audit_log detach partition millrace.audit_log_later;
  while from_ts <= millrace.audit_month(now_ts, months) loop
    next_ts := millrace.audit_month(from_ts, 1);
    partition_name := 'audit_log_' || to_char(from_ts at time zone 'UTC', 'YYYY_MM');
    perform millrace.create_audit_table(partition_name);
    execute format('alter table millrace.audit_log attach partition millrace.%I for values from (%L) to (%L)',
      partition_name, from_ts, next_ts);
    insert into millrace.audit_partitions values (partition_name, next_ts);
    from_ts := next_ts;
    added := added + 1;
  end loop;
  execute format('alter table millrace.audit_log attach partition millrace.audit_log_later for values from (%L) to (maxvalue)',
    from_ts);
  return added;
end
$$;

create or replace function bound_later_audit_rows(now_ts timestamptz default now()) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  from_ts timestamptz;
  newest timestamptz;
begin
  lock table millrace.audit_partitions in share row exclusive mode;
  if not exists (select from millrace.audit_log_later) then return false; end if;
  if exists (select from pg_constraint
    where conrelid = 'millrace.audit_log_later'::regclass and conname = 'audit_log_later_bound') then
    return true;
  end if;
  lock table millrace.audit_log_later in access exclusive mode;
  select max(until_ts) into from_ts from millrace.audit_partitions;
  select max(created_ts) into newest from millrace.audit_log_later;
  execute format('alter table millrace.audit_log_later add constraint audit_log_later_bound '
    'check (created_ts >= %L and created_ts < %L) not valid',
    from_ts, millrace.audit_month(greatest(now_ts, newest), 2));
  return true;
end
$$;

-- Reads the bounded rows once, under a lock that lets others read and write.
create function validate_later_audit_rows() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  alter table millrace.audit_log_later validate constraint audit_log_later_bound;
end
$$;

create or replace function settle_later_audit_rows() returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  from_ts timestamptz;
  until timestamptz;
  partition_name text;
begin
  lock table millrace.audit_partitions in share row exclusive mode;
  select substring(pg_get_constraintdef(oid) from 'created_ts < ''([^'']+)''')::timestamptz into until from pg_constraint
    where conrelid = 'millrace.audit_log_later'::regclass and conname = 'audit_log_later_bound' and convalidated;
  if until is null then return null; end if;
  select max(until_ts) into from_ts from millrace.audit_partitions;
  partition_name := 'audit_log_' || to_char(from_ts at time zone 'UTC', 'YYYY_MM') || '_on';
  lock table millrace.audit_log in access exclusive mode;
  alter table millrace.audit_log detach partition millrace.audit_log_later;
  execute format('alter table millrace.audit_log_later rename to %I', partition_name);
  execute format('alter table millrace.audit_log attach partition millrace.%I for values from (%L) to (%L)',
    partition_name, from_ts, until);
  execute format('alter table millrace.%I drop constraint audit_log_later_bound', partition_name);
  insert into millrace.audit_partitions values (partition_name, until);
  perform millrace.create_audit_table('audit_log_later');
  execute format('alter table millrace.audit_log attach partition millrace.audit_log_later for values from (%L) to (maxvalue)',
    until);
  return partition_name;
end
$$;

-- Drops the months whose rows are all older than the owner's retention and than the given one.
create function drop_old_audit_partitions(days integer) returns table (name text, until_ts timestamptz)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  kept_days integer;
begin
  select greatest(days, retention_days) into kept_days from millrace.audit_settings where retention_days is not null;
  if kept_days is null or days is null then return; end if;
  lock table millrace.audit_partitions in share row exclusive mode;
  for name, until_ts in
    delete from millrace.audit_partitions p where p.until_ts <= now() - make_interval(days => kept_days)
    returning p.name, p.until_ts
  loop
    execute format('drop table millrace.%I', name);
    return next;
  end loop;
end
$$;

-- Gives a role what the servers need, and takes from it what else it has on the tables of the log. The owner runs it after
-- each migration for every role that it was run for before.
create function grant_to_server(server name) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  one record;
begin
  execute format('grant usage, create on schema millrace to %I', server);
  for one in
    select c.oid, c.relname, pg_get_userbyid(c.relowner) as owner, case
        when c.relispartition then '{}'
        when c.relname in ('audit_log', 'run_timeline') then array['SELECT', 'INSERT']
        when c.relname in ('audit_partitions', 'audit_settings', 'millrace_migrations') then array['SELECT']
        else array['SELECT', 'INSERT', 'UPDATE', 'DELETE']
      end as wanted
    from pg_class c
    where c.relnamespace = 'millrace'::regnamespace and c.relkind in ('r', 'p')
  loop
    if one.owner = server then continue; end if;
    if one.relname = 'processes' then
      -- Indexes of fields are built concurrently, which only the owner of the table may do.
      execute format('alter table millrace.processes owner to %I', server);
      continue;
    end if;
    if exists (
      select from pg_class c, aclexplode(c.relacl) g
      where c.oid = one.oid and g.grantee = to_regrole(quote_ident(server)) and g.privilege_type <> all (one.wanted)
    ) then
      execute format('revoke all on millrace.%I from %I', one.relname, server);
    end if;
    if not (select bool_and(has_table_privilege(server, one.oid, privilege)) from unnest(one.wanted) privilege) then
      execute format('grant %s on millrace.%I to %I', array_to_string(one.wanted, ', '), one.relname, server);
    end if;
  end loop;
  -- Of identity columns, which are also asked for numbers beforehand.
  for one in
    select c.relname from pg_class c
    where c.relnamespace = 'millrace'::regnamespace
      and case when c.relkind = 'S' then not has_sequence_privilege(server, c.oid, 'usage') else false end
  loop
    execute format('grant usage on sequence millrace.%I to %I', one.relname, server);
  end loop;
  execute format('grant execute on function millrace.add_audit_partitions(integer, timestamptz), '
    'millrace.bound_later_audit_rows(timestamptz), millrace.validate_later_audit_rows(), '
    'millrace.settle_later_audit_rows(), millrace.drop_old_audit_partitions(integer) to %I', server);
end
$$;

revoke execute on function add_audit_partitions(integer, timestamptz), bound_later_audit_rows(timestamptz),
  validate_later_audit_rows(), settle_later_audit_rows(), drop_old_audit_partitions(integer), grant_to_server(name)
  from public;
