-- Workflow runs and everything they wait for.
--
-- Lock order: run row, then its tasks and jobs, then the process row. Changes of a process hold the process row and only
-- insert jobs for runs, so jobs, tasks and subscriptions have no foreign key to runs: its check would lock the run row
-- after the process row and deadlock with a run that updates its process.

create table runs (
  id uuid primary key,
  sub_project_id uuid not null,
  workflow_id uuid not null,
  definition_id uuid not null references workflow_definitions,
  process_id uuid not null references processes,
  stage_key text not null,
  status text not null check (status in ('RACING', 'PAUSED', 'COMPLETED', 'REJECTED', 'FAILED', 'CANCELLED')),
  -- The engine's state, opaque to SQL: json keeps its text, where jsonb would parse and reorder it at every step.
  state json not null,
  -- Entries of run_timeline so far.
  timeline_count integer not null,
  created_ts timestamptz(3) not null,
  updated_ts timestamptz(3) not null,
  ended_ts timestamptz(3),
  created_by text not null,
  trace_id text not null
) with (fillfactor = 80);
create index runs_newest on runs (sub_project_id, created_ts desc, id desc);
create index runs_by_process on runs (process_id, created_ts desc, id desc);
create index runs_by_workflow on runs (workflow_id, created_ts desc, id desc);
create index runs_unfinished on runs (sub_project_id, id) where ended_ts is null;

-- One row per transaction of a run with all its entries, because a row per entry cost most of an approval's inserts.
-- first_sequence counts entries from 1.
create table run_timeline (
  run_id uuid not null,
  first_sequence integer not null,
  sub_project_id uuid not null,
  entries json not null,
  primary key (run_id, first_sequence)
);
create trigger run_timeline_is_append_only before update or delete or truncate on run_timeline
  for each statement execute function refuse_change();

-- Human tasks. element_key is the engine's number of the element instance within the run.
create table tasks (
  id uuid primary key,
  sub_project_id uuid not null,
  run_id uuid not null,
  workflow_id uuid not null,
  process_id uuid not null,
  element_id text not null,
  element_key integer not null,
  name text not null,
  state text not null check (state in ('OPEN', 'COMPLETED', 'CANCELLED')),
  assignee text,
  candidate_groups text[] not null,
  candidate_users text[] not null,
  due_ts timestamptz(3),
  follow_up_ts timestamptz(3),
  priority integer not null,
  form json,
  approved boolean,
  created_ts timestamptz(3) not null,
  completed_ts timestamptz(3),
  completed_by text
);
create index tasks_by_run on tasks (run_id, created_ts, element_key);
create index tasks_by_process on tasks (process_id, created_ts);
create index tasks_in_order on tasks (sub_project_id, state, priority desc, created_ts, id);
create index tasks_by_assignee on tasks (sub_project_id, assignee) where state = 'OPEN';

-- Variables of a broadcast signal, once for all the jobs that deliver it.
create table signals (
  id uuid primary key,
  sub_project_id uuid not null,
  name text not null,
  variables json not null,
  created_ts timestamptz(3) not null
);
create index signals_by_age on signals (created_ts);

-- All work that something must pick up later.
--   job        a service task's job, by a built-in handler or an external worker
--   update     a process.update left over by a transaction that had done enough of them
--   timer      an intermediate or boundary timer
--   continue   a run that used up its step budget
--   conditions a run with conditional events whose process changed
--   signal     a signal on its way to one run
--   message    a message thrown by a run, on its way to another
--   schedule   a timer start event; its next firing
--   start      a run that an event starts on one process
-- Lanes: engine and handler are served by the worker loop with separate slots, so that slow handlers never delay timers;
-- external waits for activateJobs.
-- Leasing moves due_ts to the end of the lease, so an abandoned job is simply due again. fence counts the leases: a report
-- carries the number of its lease, and any other number is refused.
create table jobs (
  id uuid primary key,
  sub_project_id uuid not null,
  run_id uuid,
  process_id uuid,
  kind text not null
    check (kind in ('job', 'update', 'timer', 'continue', 'conditions', 'signal', 'message', 'schedule', 'start')),
  lane text not null check (lane in ('engine', 'handler', 'external')),
  type text not null default '',
  element_id text not null default '',
  element_key integer not null default 0,
  instance_key integer not null default 0,
  open boolean not null default true,
  due_ts timestamptz(3) not null,
  leased boolean not null default false,
  fence integer not null default 0,
  worker text,
  attempts integer not null default 0,
  retries integer not null default 0,
  headers json,
  payload json,
  signal_id uuid,
  definition_id uuid,
  last_error text,
  created_ts timestamptz(3) not null,
  closed_ts timestamptz(3),
  check (open = (closed_ts is null))
);
create index jobs_due on jobs (lane, due_ts) where open and lane <> 'external';
create index jobs_external on jobs (sub_project_id, type, due_ts) where open and lane = 'external';
create unique index jobs_open_once on jobs (run_id, kind, element_key)
  where open and kind in ('job', 'update', 'timer', 'continue');
create index jobs_by_run on jobs (run_id) where open;
create index jobs_closed on jobs (closed_ts) where not open;
create index jobs_by_definition on jobs (definition_id) where open and definition_id is not null;
create index jobs_by_signal on jobs (signal_id) where open and signal_id is not null;

create table incidents (
  id uuid primary key,
  sub_project_id uuid not null,
  run_id uuid not null,
  incident_key integer not null,
  element_id text not null,
  kind text not null,
  message text not null,
  job_id uuid,
  created_ts timestamptz(3) not null,
  resolved_ts timestamptz(3)
);
create index incidents_by_run on incidents (run_id, created_ts);
create unique index incidents_open on incidents (run_id, incident_key) where resolved_ts is null;

-- What runs wait for besides tasks and jobs. Gone as soon as it is over.
create table subscriptions (
  run_id uuid not null,
  key integer not null,
  sub_project_id uuid not null,
  process_id uuid not null,
  kind text not null check (kind in ('message', 'signal', 'condition')),
  element_id text not null,
  name text,
  correlation_key text,
  created_ts timestamptz(3) not null,
  primary key (run_id, key)
);
create index subscriptions_to_messages on subscriptions (sub_project_id, name, correlation_key, created_ts)
  where kind = 'message';
create index subscriptions_to_signals on subscriptions (sub_project_id, name) where kind = 'signal';
create index subscriptions_to_conditions on subscriptions (process_id) where kind = 'condition';

-- Message and signal start events of current definitions; timer start events are jobs of kind schedule.
create table start_subscriptions (
  definition_id uuid not null references workflow_definitions,
  element_id text not null,
  sub_project_id uuid not null,
  workflow_id uuid not null,
  kind text not null check (kind in ('message', 'signal')),
  name text not null,
  primary key (definition_id, element_id)
);
create index start_subscriptions_by_name on start_subscriptions (sub_project_id, kind, name);

-- Messages nobody waits for yet, and those with a message id, which are kept to recognise a second publication.
create table messages (
  id uuid primary key,
  sub_project_id uuid not null,
  name text not null,
  correlation_key text not null,
  message_id text,
  process_id uuid,
  variables json not null,
  outcome text not null check (outcome in ('buffered', 'correlated', 'started')),
  run_id uuid,
  created_ts timestamptz(3) not null,
  expires_ts timestamptz(3) not null
);
create index messages_buffered on messages (sub_project_id, name, correlation_key, created_ts) where outcome = 'buffered';
create unique index messages_by_message_id on messages (sub_project_id, name, correlation_key, message_id)
  where message_id is not null;
create index messages_by_expiry on messages (expires_ts);
