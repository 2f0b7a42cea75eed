-- What people have typed into forms and not sent yet.
create table drafts (
  user_id uuid not null,
  kind text not null check (kind in ('taskForm', 'processForm', 'designer')),
  -- Of taskForm the id of the task.
  key text not null,
  value json not null,
  -- From 1, one more with every save.
  version integer not null,
  updated_ts timestamptz(3) not null,
  primary key (user_id, kind, key)
);
create index drafts_by_age on drafts (updated_ts);
create index drafts_of_tasks on drafts (key) where kind = 'taskForm';

-- The drafts of a task end with it.
create function forget_task_drafts() returns trigger language plpgsql set search_path from current as $$
begin
  delete from drafts where kind = 'taskForm' and key = old.id::text;
  return null;
end
$$;
create trigger tasks_forget_drafts after update of state on tasks
  for each row when (old.state = 'OPEN' and new.state <> 'OPEN') execute function forget_task_drafts();
create trigger tasks_erase_drafts after delete on tasks
  for each row when (old.state = 'OPEN') execute function forget_task_drafts();
