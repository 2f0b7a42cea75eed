-- Deleting a process takes its values out of the audit log and its runs out of the timeline. Both stay append-only: the
-- servers may do nothing but this, for one process, and only once a row of the log says so.

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  -- The function below sets it for itself. It opens nothing to roles without the privileges of the owner.
  if current_setting('millrace.erasing', true) = 'on' and tg_op <> 'TRUNCATE' then return null; end if;
  raise exception '% is append-only', tg_table_name;
end
$$;

-- Who did what and when stays; the values go.
create function erase_process_history(sub_project uuid, process uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (
    select from millrace.audit_log
    where sub_project_id = sub_project and process_id = process and action = 'process.delete'
  ) then
    raise exception 'the audit log has no row process.delete for the process %', process;
  end if;
  -- Not a SET of the function: only superusers may store one of such a setting.
  perform set_config('millrace.erasing', 'on', true);
  update millrace.audit_log set before = null, after = null
  where sub_project_id = sub_project and process_id = process and action <> 'process.delete'
    and (before is not null or after is not null);
  delete from millrace.run_timeline t using millrace.runs r
  where r.sub_project_id = sub_project and r.process_id = process
    and t.sub_project_id = r.sub_project_id and t.run_id = r.id;
  perform set_config('millrace.erasing', '', true);
end
$$;
revoke execute on function erase_process_history(uuid, uuid) from public;

-- As before, and the function above.
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
    'millrace.add_event_partitions(integer, timestamptz), millrace.drop_old_event_partitions(integer), '
    'millrace.erase_process_history(uuid, uuid) to %I', server);
end
$$;
