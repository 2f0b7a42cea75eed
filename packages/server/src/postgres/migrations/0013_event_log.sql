-- The event log: every change that a listener may care about, in the order of the changes of its process.

-- Events of changes that have no place in the log yet. The transaction of a change writes its events here; a sequencer moves
-- them to the log after the commit.
create table event_inbox (
  sub_project_id uuid not null,
  -- Drawn after the rows that the change is about were locked, so it follows the order of the commits of each row.
  id bigint generated always as identity,
  process_id uuid,
  -- The audit row that the event tells of; null: the columns below have everything.
  audit_ts timestamptz(3),
  audit_id uuid,
  type text,
  subject_type text,
  subject_id text,
  -- As json: variables of runs may hold texts that jsonb cannot.
  data json,
  by_id text,
  by_name text,
  trace_id text,
  created_ts timestamptz(3),
  primary key (sub_project_id, id),
  check ((audit_id is null) = (type is not null))
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000);

create table event_log (
  sub_project_id uuid not null,
  -- From 1, without gaps.
  position bigint not null,
  -- When the event got its position.
  logged_ts timestamptz(3) not null,
  type text not null,
  process_id uuid,
  -- Of the events of the process, from 1, without gaps.
  sequence bigint,
  subject_type text not null,
  subject_id text not null,
  data json not null,
  by_id text not null,
  by_name text not null,
  trace_id text not null,
  -- When the change was made.
  created_ts timestamptz(3) not null,
  primary key (sub_project_id, position, logged_ts)
) partition by range (logged_ts);
create index event_log_by_process on event_log (sub_project_id, process_id, sequence) where process_id is not null;

-- The ends of each log.
create table event_positions (
  sub_project_id uuid not null primary key,
  last_position bigint not null,
  -- Of the oldest event that was not deleted.
  first_position bigint not null default 1
) with (fillfactor = 50);

-- The number of the latest event of each process. Only the sequencer changes it, so that no writer waits for it.
create table process_event_heads (
  sub_project_id uuid not null,
  process_id uuid not null,
  sequence bigint not null,
  primary key (sub_project_id, process_id)
) with (fillfactor = 50);

-- Tickets with which a browser, which cannot send headers, opens one event stream.
create table stream_tickets (
  sub_project_id uuid not null,
  hash text not null,
  user_id uuid not null,
  client_id text not null,
  client_generation integer not null,
  user_generation integer not null,
  scopes text[] not null,
  expires_ts timestamptz(3) not null,
  -- End of the token that asked for the ticket: the stream ends with it.
  token_expires_ts timestamptz(3) not null,
  primary key (sub_project_id, hash)
);
create index stream_tickets_by_expiry on stream_tickets (expires_ts);

-- Runs tell their events themselves: one command of a run is one audit row and several events. Rows of the installation have no
-- listeners.
create function note_event() returns trigger language plpgsql as $$
begin
  insert into millrace.event_inbox (sub_project_id, process_id, audit_ts, audit_id)
  values (new.sub_project_id, new.process_id, new.created_ts, new.id);
  return null;
end
$$;
create trigger audit_log_events after insert on audit_log for each row
  when (new.subject_type <> 'run' and new.sub_project_id <> '00000000-0000-0000-0000-000000000000')
  execute function note_event();

-- The partitions of the log belong to the owner of the schema, as those of the audit log do, and the servers change them
-- through these functions.
create function add_event_partitions(months integer, now_ts timestamptz default now()) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  from_ts timestamptz;
  partition_name text;
  added integer := 0;
begin
  if months not between 0 and 12 then raise exception 'at most 12 months can be added ahead, not %', months; end if;
  for ahead in 0 .. months loop
    from_ts := millrace.audit_month(now_ts, ahead);
    partition_name := 'event_log_' || to_char(from_ts at time zone 'UTC', 'YYYY_MM');
    if to_regclass('millrace.' || partition_name) is not null then continue; end if;
    lock table millrace.event_log in share update exclusive mode;
    -- Another session may have added it meanwhile.
    if to_regclass('millrace.' || partition_name) is not null then continue; end if;
    execute format('create table millrace.%I (like millrace.event_log including all)', partition_name);
    execute format('alter table millrace.event_log attach partition millrace.%I for values from (%L) to (%L)',
      partition_name, from_ts, millrace.audit_month(from_ts, 1));
    added := added + 1;
  end loop;
  return added;
end
$$;

-- Drops the months whose events are all older than this.
create function drop_old_event_partitions(days integer) returns table (name text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  for name in
    select c.relname::text from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'millrace.event_log'::regclass
      and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC'
        <= now() - make_interval(days => days)
    order by 1
  loop
    execute format('update millrace.event_positions p set first_position = greatest(p.first_position, d.last + 1) '
      'from (select sub_project_id, max(position) as last from millrace.%I group by 1) d '
      'where p.sub_project_id = d.sub_project_id', name);
    execute format('drop table millrace.%I', name);
    return next;
  end loop;
end
$$;

select add_event_partitions(3);

-- As before, and the functions of the event log.
create or replace function grant_to_server(server name) returns void
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
    'millrace.settle_later_audit_rows(), millrace.drop_old_audit_partitions(integer), '
    'millrace.add_event_partitions(integer, timestamptz), millrace.drop_old_event_partitions(integer) to %I', server);
end
$$;

revoke execute on function add_event_partitions(integer, timestamptz), drop_old_event_partitions(integer) from public;
