-- Who created a process; null for those created before this was kept.
alter table processes add column created_by text;

-- The fields whose values are unique in their sub-project, and the values that are taken. The triggers below keep them, so
-- that no writer can forget them.
create table process_unique_fields (
  sub_project_id uuid not null,
  field text not null,
  primary key (sub_project_id, field)
);
create table process_keys (
  sub_project_id uuid not null,
  field text not null,
  value text not null,
  process_id uuid not null,
  primary key (sub_project_id, field, value)
);

-- What a field holds as a key: texts of up to 200 characters. Longer ones are from before the field was unique.
create function process_key(value jsonb) returns text
language sql immutable parallel safe
return case when jsonb_typeof(value) = 'string' and length(value #>> '{}') <= 200 then value #>> '{}' end;

create function note_process_keys() returns trigger
language plpgsql set search_path = millrace as $$
begin
  -- A deployment that changes which fields are unique holds this lock alone; writers share it until they commit. So it sees
  -- every value, and every later writer sees what it changed.
  perform pg_advisory_xact_lock_shared(1347115353, hashtext(coalesce(new.sub_project_id, old.sub_project_id)::text));
  if tg_op <> 'INSERT' then
    delete from process_keys k using process_unique_fields u
    where u.sub_project_id = old.sub_project_id and k.sub_project_id = u.sub_project_id and k.field = u.field
      and k.value = process_key(old.fields -> u.field) and k.process_id = old.id
      and (tg_op = 'DELETE' or process_key(old.fields -> u.field) is distinct from process_key(new.fields -> u.field));
  end if;
  if tg_op <> 'DELETE' then
    insert into process_keys (sub_project_id, field, value, process_id)
    select u.sub_project_id, u.field, process_key(new.fields -> u.field), new.id from process_unique_fields u
    where u.sub_project_id = new.sub_project_id and process_key(new.fields -> u.field) is not null
      and (tg_op = 'INSERT' or process_key(old.fields -> u.field) is distinct from process_key(new.fields -> u.field));
  end if;
  return null;
end
$$;

create trigger processes_keys_created after insert or delete on processes
  for each row execute function note_process_keys();
create trigger processes_keys_changed after update on processes
  for each row when (old.fields is distinct from new.fields) execute function note_process_keys();

create or replace function note_processes_truncated() returns trigger
language plpgsql set search_path = millrace as $$
begin
  delete from process_chains;
  delete from process_deltas;
  delete from process_keys;
  update process_counted_fields set ready = false;
  return null;
end
$$;
