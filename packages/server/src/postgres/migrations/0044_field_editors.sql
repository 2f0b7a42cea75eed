-- Who set fields of a process, where the audit log has forgotten it and a diagram of the sub-project has a rule `editor:`.
create table field_editors (
  sub_project_id uuid not null,
  process_id uuid not null,
  field text not null,
  -- A user id, a client id or `system`, as in audit_log.by_id.
  editor_id text not null,
  primary key (sub_project_id, process_id, field, editor_id)
);

-- As before, and notes the editors of the rows that it drops. Rows of deleted processes have no fields.
create or replace function drop_old_audit_partitions(days integer) returns table (name text, until_ts timestamptz)
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
    execute format('insert into millrace.field_editors (sub_project_id, process_id, field, editor_id) '
      'select distinct a.sub_project_id, a.process_id, f.name, e.id from millrace.%I a '
      'cross join lateral jsonb_object_keys(a.after -> ''fields'') f (name) '
      'cross join lateral (select a.by_id union all select jsonb_array_elements_text(a.after -> ''enteredBy'')) e (id) '
      'where a.sub_project_id in (select d.sub_project_id from millrace.workflow_definitions d where d.bpmn like ''%%editor:%%'') '
      'and a.subject_type = ''process'' and a.process_id is not null and jsonb_typeof(a.after -> ''fields'') = ''object'' '
      'on conflict do nothing', name);
    execute format('drop table millrace.%I', name);
    return next;
  end loop;
end
$$;
