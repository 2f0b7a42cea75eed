-- Who decides tasks for whom, and when.
create table delegations (
  sub_project_id uuid not null,
  id uuid not null,
  -- The person who is away.
  person_id uuid not null,
  substitute_id uuid not null,
  from_ts timestamptz(3) not null,
  -- Null: until it is ended.
  until_ts timestamptz(3),
  -- Null: tasks of every workflow.
  workflow_ids uuid[],
  -- FEEL over the fields of the process; null: always.
  condition text,
  reason text,
  -- A user id.
  created_by text not null,
  created_ts timestamptz(3) not null,
  ended_ts timestamptz(3),
  primary key (sub_project_id, id),
  check (person_id <> substitute_id),
  check (until_ts > from_ts)
);
create index delegations_of_person on delegations (sub_project_id, person_id) where ended_ts is null;
create index delegations_of_substitute on delegations (sub_project_id, substitute_id) where ended_ts is null;

-- For whom a substitute voted.
alter table task_votes add column on_behalf_of uuid;
-- For whom a substitute completed the task.
alter table tasks add column on_behalf_of text;
