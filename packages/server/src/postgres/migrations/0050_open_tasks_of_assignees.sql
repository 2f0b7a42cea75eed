-- The open tasks of an assignee, and those of nobody, in the order of lists: PostgreSQL before 18 sorted all of them for each page.
-- It replaces tasks_by_assignee, so that a task is in as many indexes as before. Servers build it concurrently on big tables, see
-- ../migration/list-indexes.ts, which has the same definition.
do $$
begin
  if (select count(*) from (select from tasks limit 20001) few) <= 20000 then
    create index tasks_open_of_assignee on tasks (sub_project_id, assignee, priority desc, created_ts, id) where state = 'OPEN';
  end if;
end
$$;
drop index tasks_by_assignee;
