-- How several persons decide a task by votes; null: one person decides it.
alter table tasks add column approval json;

create table task_votes (
  sub_project_id uuid not null,
  task_id uuid not null,
  -- The user who voted.
  voter_id uuid not null,
  outcome text not null check (outcome in ('approve', 'reject', 'requestChanges')),
  reason text,
  -- Files of the process that the vote rests on.
  file_ids uuid[] not null,
  created_ts timestamptz(3) not null,
  primary key (sub_project_id, task_id, voter_id)
);
