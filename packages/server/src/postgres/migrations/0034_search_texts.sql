-- The words of texts that search looks at. The triggers below keep them in the transaction of every change, so that no
-- writer can forget them.

-- The texts that are kept by sub-project: fields of processes, and '' for the names of files and tasks. One is ready when
-- the texts from before it was kept are there.
create table search_fields (
  sub_project_id uuid not null,
  source text not null,
  field text not null,
  ready boolean not null default false,
  primary key (sub_project_id, source, field)
);
create table search_texts (
  sub_project_id uuid not null,
  source text not null check (source in ('process', 'file', 'task', 'comment')),
  source_id uuid not null,
  field text not null,
  words tsvector not null,
  primary key (sub_project_id, source, source_id, field)
);
-- Searches also read what is pending, so it must stay small.
create index search_texts_words on search_texts using gin (words) with (gin_pending_list_limit = 256);

-- Stands before every word, so that a look-up reads words of one sub-project and one field alone. What happens to have the
-- same is told apart by the columns of the row.
create function search_key(sub_project uuid, source text, field text) returns text
language sql immutable strict parallel safe
return right(sub_project::text, 8) || left(source, 1) || substr(encode(sha256(convert_to(field, 'UTF8')), 'hex'), 1, 4);

-- Words are what stands between spaces, punctuation and symbols of the folded text; as in search/words/words-of.ts. Of a text
-- 65,536 characters are read, of a word 50.
create function search_words(sub_project uuid, source text, field text, value text) returns tsvector
language plpgsql immutable strict parallel safe set search_path = millrace as $$
declare
  key constant text := search_key(sub_project, source, field);
begin
  return array_to_tsvector(coalesce((
    select array_agg(distinct key || left(word, 50))
    from unnest(regexp_split_to_array(fold_text(left(value, 65536)) collate "C",
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u303f]+'))
      word
    where word <> ''), '{}'));
end
$$;

create function note_process_texts() returns trigger
language plpgsql set search_path = millrace as $$
begin
  if tg_op = 'DELETE' then
    delete from search_texts where sub_project_id = old.sub_project_id and source = 'process' and source_id = old.id;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    delete from search_texts s using search_fields f
    where f.sub_project_id = old.sub_project_id and f.source = 'process'
      and old.fields -> f.field is distinct from new.fields -> f.field
      and s.sub_project_id = f.sub_project_id and s.source = 'process' and s.source_id = old.id and s.field = f.field;
  end if;
  insert into search_texts (sub_project_id, source, source_id, field, words)
  select t.* from (
    select f.sub_project_id, 'process', new.id, f.field,
      search_words(f.sub_project_id, 'process', f.field, new.fields ->> f.field) as words
    from search_fields f
    where f.sub_project_id = new.sub_project_id and f.source = 'process'
      and jsonb_typeof(new.fields -> f.field) = 'string'
      and (tg_op = 'INSERT' or old.fields -> f.field is distinct from new.fields -> f.field)
  ) t
  where t.words <> ''
  on conflict (sub_project_id, source, source_id, field) do update set words = excluded.words;
  return null;
end
$$;
create trigger processes_texts_created after insert or delete on processes
  for each row execute function note_process_texts();
create trigger processes_texts_changed after update on processes
  for each row when (old.fields is distinct from new.fields) execute function note_process_texts();

create function forget_process_texts() returns trigger
language plpgsql set search_path = millrace as $$
begin
  delete from search_texts where source = 'process';
  return null;
end
$$;
create trigger processes_texts_truncated after truncate on processes
  for each statement execute function forget_process_texts();

-- Files and tasks have a row whatever their name, so that they are found by the beginning of their id.
create function note_file_texts() returns trigger
language plpgsql set search_path = millrace as $$
begin
  if tg_op = 'DELETE' then
    delete from search_texts where sub_project_id = old.sub_project_id and source = 'file' and source_id = old.id;
    return null;
  end if;
  insert into search_texts (sub_project_id, source, source_id, field, words)
  values (new.sub_project_id, 'file', new.id, '', search_words(new.sub_project_id, 'file', '', new.file_name))
  on conflict (sub_project_id, source, source_id, field) do update set words = excluded.words;
  return null;
end
$$;
create trigger files_texts_created after insert or delete on files
  for each row execute function note_file_texts();
create trigger files_texts_changed after update on files
  for each row when (old.file_name is distinct from new.file_name) execute function note_file_texts();

create function note_task_texts() returns trigger
language plpgsql set search_path = millrace as $$
begin
  if tg_op = 'DELETE' then
    delete from search_texts where sub_project_id = old.sub_project_id and source = 'task' and source_id = old.id;
    return null;
  end if;
  insert into search_texts (sub_project_id, source, source_id, field, words)
  values (new.sub_project_id, 'task', new.id, '', search_words(new.sub_project_id, 'task', '', new.name))
  on conflict (sub_project_id, source, source_id, field) do update set words = excluded.words;
  return null;
end
$$;
create trigger tasks_texts_created after insert or delete on tasks
  for each row execute function note_task_texts();
create trigger tasks_texts_changed after update on tasks
  for each row when (old.name is distinct from new.name) execute function note_task_texts();

-- Adds the texts of up to `batch` rows after an id, and returns the last id; null when there are no more. The rows are locked
-- against changes, so that what is added is what they hold.
create function fill_search_texts(sub_project uuid, wanted text, wanted_field text, after uuid, batch integer) returns uuid
language plpgsql set search_path = millrace as $$
declare
  last uuid;
begin
  if wanted = 'process' then
    with chosen as materialized (
      select p.id, case when jsonb_typeof(p.fields -> wanted_field) = 'string' then p.fields ->> wanted_field end as value
      from processes p where p.sub_project_id = sub_project and p.id > after order by p.id limit batch for share
    ), added as (
      insert into search_texts (sub_project_id, source, source_id, field, words)
      select t.* from (
        select sub_project, 'process', c.id, wanted_field, search_words(sub_project, 'process', wanted_field, c.value) as words
        from chosen c
      ) t where t.words <> ''
      on conflict do nothing
    )
    select c.id into last from chosen c order by c.id desc limit 1;
  elsif wanted = 'file' then
    with chosen as materialized (
      select f.id, f.file_name as value from files f
      where f.sub_project_id = sub_project and f.id > after order by f.id limit batch for share
    ), added as (
      insert into search_texts (sub_project_id, source, source_id, field, words)
      select sub_project, 'file', c.id, '', search_words(sub_project, 'file', '', c.value) from chosen c
      on conflict do nothing
    )
    select c.id into last from chosen c order by c.id desc limit 1;
  elsif wanted = 'task' then
    with chosen as materialized (
      select t.id, t.name as value from tasks t
      where t.sub_project_id = sub_project and t.id > after order by t.id limit batch for share
    ), added as (
      insert into search_texts (sub_project_id, source, source_id, field, words)
      select sub_project, 'task', c.id, '', search_words(sub_project, 'task', '', c.value) from chosen c
      on conflict do nothing
    )
    select c.id into last from chosen c order by c.id desc limit 1;
  end if;
  return last;
end
$$;
