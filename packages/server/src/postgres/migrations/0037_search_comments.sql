-- Search looks at the texts of comments. Deleted ones have no row. Mentions are no words: `@[id of a user]` is read as `@…`; as
-- in search/sources/search-comments.ts.
create function search_comment_words(sub_project uuid, body text) returns tsvector
language plpgsql immutable strict parallel safe set search_path = millrace as $$
begin
  return search_words(sub_project, 'comment', '', regexp_replace(body, '@\[[0-9a-f-]{36}\]', '@…', 'gi'));
end
$$;

create function note_comment_texts() returns trigger
language plpgsql set search_path = millrace as $$
begin
  if tg_op = 'DELETE' then
    delete from search_texts where sub_project_id = old.sub_project_id and source = 'comment' and source_id = old.id;
    return null;
  end if;
  if new.body is null then
    delete from search_texts where sub_project_id = new.sub_project_id and source = 'comment' and source_id = new.id;
    return null;
  end if;
  insert into search_texts (sub_project_id, source, source_id, field, words)
  values (new.sub_project_id, 'comment', new.id, '', search_comment_words(new.sub_project_id, new.body))
  on conflict (sub_project_id, source, source_id, field) do update set words = excluded.words;
  return null;
end
$$;
create trigger comments_texts_created after insert or delete on comments
  for each row execute function note_comment_texts();
create trigger comments_texts_changed after update on comments
  for each row when (old.body is distinct from new.body) execute function note_comment_texts();

-- As before, and of comments.
create or replace function fill_search_texts(sub_project uuid, wanted text, wanted_field text, after uuid, batch integer) returns uuid
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
  elsif wanted = 'comment' then
    with chosen as materialized (
      select c.id, c.body as value from comments c
      where c.sub_project_id = sub_project and c.id > after order by c.id limit batch for share
    ), added as (
      insert into search_texts (sub_project_id, source, source_id, field, words)
      select sub_project, 'comment', c.id, '', search_comment_words(sub_project, c.value)
      from chosen c where c.value is not null
      on conflict do nothing
    )
    select c.id into last from chosen c order by c.id desc limit 1;
  end if;
  return last;
end
$$;
