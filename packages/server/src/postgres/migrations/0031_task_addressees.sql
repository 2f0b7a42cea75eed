-- Who an open task is for, as the inbox asks: one row for its assignee; without one, a row for each candidate, or one that
-- stands for everybody. What the inbox sorts by is here too, so that a page of it is read from an index. Triggers on tasks
-- keep it, and nothing else writes it.
create table task_addressees (
  sub_project_id uuid not null,
  task_id uuid not null,
  kind text not null check (kind in ('assignee', 'user', 'group', 'anyone')),
  -- The name of the user or of the group; empty for anyone.
  key text not null,
  process_id uuid not null,
  -- Infinity: it is not due.
  due_ts timestamptz(3) not null,
  -- The priority with the sign turned, so that the highest comes first.
  rank integer not null,
  created_ts timestamptz(3) not null,
  primary key (sub_project_id, task_id, kind, key)
);
create index task_addressees_by_due on task_addressees (sub_project_id, kind, key, due_ts, task_id);
create index task_addressees_by_rank on task_addressees (sub_project_id, kind, key, rank, created_ts, task_id);
create index task_addressees_by_age on task_addressees (sub_project_id, kind, key, created_ts, task_id);

-- A name of more than 500 characters is nobody's, and would not fit into an index.
create function address_task(task tasks) returns void language sql set search_path from current as $$
  insert into task_addressees (sub_project_id, task_id, kind, key, process_id, due_ts, rank, created_ts)
  select (task).sub_project_id, (task).id, kind, key, (task).process_id, coalesce((task).due_ts, 'infinity'),
    -(task).priority, (task).created_ts
  from (
    select 'assignee' as kind, (task).assignee as key where (task).assignee is not null
    union select 'user', unnest((task).candidate_users) where (task).assignee is null
    union select 'group', unnest((task).candidate_groups) where (task).assignee is null
    union select 'anyone', '' where (task).assignee is null
      and cardinality((task).candidate_users) = 0 and cardinality((task).candidate_groups) = 0
  ) as addressee
  where length(key) <= 500
  on conflict do nothing
$$;

create function keep_task_addressees() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op <> 'INSERT' then
    delete from task_addressees where sub_project_id = old.sub_project_id and task_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.state = 'OPEN' then
    perform address_task(new);
  end if;
  return null;
end
$$;
create trigger tasks_addressed after insert on tasks
  for each row when (new.state = 'OPEN') execute function keep_task_addressees();
create trigger tasks_addressed_anew after update on tasks
  for each row when ((old.state, old.assignee, old.candidate_groups, old.candidate_users, old.due_ts, old.priority)
    is distinct from (new.state, new.assignee, new.candidate_groups, new.candidate_users, new.due_ts, new.priority))
  execute function keep_task_addressees();
create trigger tasks_not_addressed after delete on tasks
  for each row when (old.state = 'OPEN') execute function keep_task_addressees();

-- What a person decided, latest first. Servers build it concurrently on a big table, see ../migration/list-indexes.ts.
do $$
begin
  if (select count(*) from (select from tasks limit 20001) few) <= 20000 then
    create index tasks_by_completer on tasks (sub_project_id, completed_by, completed_ts desc, id desc)
      where state = 'COMPLETED';
  end if;
end
$$;
