-- Files are often uploaded before a process has them: what the audit log says of them without a process goes, too, when the
-- process is deleted.
drop function erase_process_history(uuid, uuid);

-- Who did what and when stays; the values go. `files` are those that only the process has.
create function erase_process_history(sub_project uuid, process uuid, files uuid[]) returns void
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
  -- Rows before a process had the file: between its creation and shortly after it was closed.
  update millrace.audit_log a set before = null, after = null
  from millrace.files f
  where f.sub_project_id = sub_project and f.id = any(files)
    and a.sub_project_id = sub_project and a.created_ts >= f.created_ts - interval '1 minute'
    and a.created_ts <= coalesce(f.closed_ts, f.created_ts) + interval '1 minute'
    and a.subject_type = 'file' and a.subject_id = f.id::text and a.process_id is null;
  delete from millrace.run_timeline t using millrace.runs r
  where r.sub_project_id = sub_project and r.process_id = process
    and t.sub_project_id = r.sub_project_id and t.run_id = r.id;
  perform set_config('millrace.erasing', '', true);
end
$$;
revoke execute on function erase_process_history(uuid, uuid, uuid[]) from public;

-- As before; every function that runs with the rights of the owner is made for the servers.
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
  for one in
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.pronamespace = 'millrace'::regnamespace and p.prosecdef
      and not has_function_privilege(server, p.oid, 'execute')
  loop
    execute format('grant execute on function %s to %I', one.signature, server);
  end loop;
end
$$;
