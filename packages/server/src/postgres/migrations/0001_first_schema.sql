-- The first schema.
--
-- Tables of a sub-project have sub_project_id first in their primary key and in every unique index, and refer to each
-- other by (sub_project_id, …): a sub-project's rows can then be kept together on one node of a distributed PostgreSQL,
-- which checks keys and foreign keys on that node (docs/adr/0007-tenant-first-schema.md). For the same reason they have no
-- foreign keys to tables of the installation (users, clients); users are disabled and never deleted, so none is lost.
--
-- Indexes for requests begin with sub_project_id too. Indexes that do not are marked "across sub-projects": background
-- work uses them to find what is due next in the whole installation.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;

-- The installation: users, clients, signing keys, answers to repeated requests. ----------------------------------------

create table users (
  id uuid primary key,
  name text not null,
  email text not null unique,
  kind text not null check (kind in ('person', 'service')),
  administrator boolean not null default false,
  disabled boolean not null default false,
  created_ts timestamptz(3) not null
);
create index users_by_name on users (name, id);
-- Two users whose addresses differ only in case would be one person twice.
create unique index users_email_folded on users (lower(email));

create table clients (
  id text primary key,
  user_id uuid not null references users,
  scope text not null default '',
  disabled boolean not null default false,
  created_ts timestamptz(3) not null
);
create index clients_by_user on clients (user_id);

-- Several secrets may be valid at once, so that a secret can be rotated without an outage.
create table client_secrets (
  id uuid primary key,
  client_id text not null references clients on delete cascade,
  hash text not null,
  created_ts timestamptz(3) not null,
  expires_ts timestamptz(3)
);
create index client_secrets_by_client on client_secrets (client_id);

create table signing_keys (
  id text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_ts timestamptz(3) not null,
  signs_until_ts timestamptz(3) not null,
  published_until_ts timestamptz(3) not null
);

-- Failed sign-ins of the current minute by what they are counted for (a hash). Losing them in a crash costs nothing.
create unlogged table sign_in_failures (
  subject text primary key,
  window_ts timestamptz(3) not null,
  failures integer not null
);
create index sign_in_failures_by_window on sign_in_failures (window_ts);

-- Answers kept for Idempotency-Key. A key belongs to a client and not to a sub-project: the same key sent to two
-- sub-projects is two different requests, which must be refused, and some requests name no sub-project.
create table idempotency_keys (
  client_id text not null,
  key text not null,
  operation text not null,
  request_hash text not null,
  response jsonb,
  created_ts timestamptz(3) not null,
  primary key (client_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_ts);

-- Sub-projects and their configuration. A version never changes once deployed. ------------------------------------------

-- The nil UUID stands for the installation in tables of sub-projects (audit_log), so it is the id of none.
create table sub_projects (
  id uuid primary key check (id <> '00000000-0000-0000-0000-000000000000'),
  name text not null,
  current_version_id uuid,
  created_ts timestamptz(3) not null
);
create index sub_projects_by_name on sub_projects (name, id);

create table sub_project_versions (
  sub_project_id uuid not null references sub_projects,
  id uuid not null,
  number integer not null,
  document text not null,
  files jsonb not null,
  configuration jsonb not null,
  fingerprint text not null,
  created_by text not null,
  created_ts timestamptz(3) not null,
  primary key (sub_project_id, id),
  unique (sub_project_id, number)
);
alter table sub_projects
  add foreign key (id, current_version_id) references sub_project_versions (sub_project_id, id) deferrable initially deferred;

-- The members of the current version.
create table sub_project_members (
  sub_project_id uuid not null references sub_projects,
  user_id uuid not null,
  roles text[] not null,
  primary key (sub_project_id, user_id)
);
-- Across sub-projects: which ones a user may see.
create index sub_project_members_by_user on sub_project_members (user_id);

-- The identity of a workflow stays, its definitions are immutable.
create table workflows (
  sub_project_id uuid not null references sub_projects,
  id uuid not null,
  key text not null,
  name text not null,
  description text not null,
  stage_keys text[] not null,
  current_definition_id uuid not null,
  retired boolean not null default false,
  created_ts timestamptz(3) not null,
  primary key (sub_project_id, id),
  unique (sub_project_id, key)
);

create table workflow_definitions (
  sub_project_id uuid not null,
  id uuid not null,
  workflow_id uuid not null,
  number integer not null,
  bpmn_process_id text not null,
  version_tag text,
  bpmn text not null,
  fingerprint text not null,
  created_ts timestamptz(3) not null,
  primary key (sub_project_id, id),
  unique (sub_project_id, workflow_id, number),
  foreign key (sub_project_id, workflow_id) references workflows deferrable initially deferred
);
alter table workflows
  add foreign key (sub_project_id, current_definition_id) references workflow_definitions deferrable initially deferred;
create index workflow_definitions_by_process_id on workflow_definitions (sub_project_id, bpmn_process_id, created_ts desc);

-- Processes. ------------------------------------------------------------------------------------------------------------

create table processes (
  sub_project_id uuid not null references sub_projects,
  id uuid not null,
  state text not null,
  priority text not null,
  stage_key text not null,
  fields jsonb not null,
  version bigint not null default 1,
  created_ts timestamptz(3) not null,
  updated_ts timestamptz(3) not null,
  primary key (sub_project_id, id)
);
create index processes_newest on processes (sub_project_id, created_ts desc, id desc);
-- Finds the few processes of a rare state, priority and stage, newest first.
create index processes_by_group on processes (sub_project_id, state, priority, stage_key, created_ts desc, id desc);

-- Totals and pages of the process list without counting rows (docs/adr/0004-totals.md). ---------------------------------
--
-- Every change of processes appends what it changes to process_deltas, in its own transaction, so no transaction waits for
-- another. Folding moves deltas into the counters below in one transaction, so in every snapshot counters plus deltas are
-- exact. The counters of a sub-project are built in the background; until then lists count.

-- What stands for the value of a field: equal for equal scalars, short enough for an index. Two digests of long texts,
-- since texts that collide in one can be made.
create function process_facet(value jsonb) returns text language sql immutable parallel safe
return case coalesce(jsonb_typeof(value), 'null')
  when 'null' then 'z'
  when 'string' then
    case when length(value #>> '{}') <= 64 then 's' || (value #>> '{}')
    else 't' || md5(value #>> '{}') || md5('millrace' || (value #>> '{}')) end
  when 'number' then
    case when length(trim_scale((value #>> '{}')::numeric)::text) <= 64
      then 'n' || trim_scale((value #>> '{}')::numeric)::text
    else 'm' || md5(trim_scale((value #>> '{}')::numeric)::text)
      || md5('millrace' || trim_scale((value #>> '{}')::numeric)::text) end
  when 'boolean' then 'b' || (value #>> '{}')
  else 'o'
end;

-- Fields whose values are counted (x-indexed). Ready once every process is in the counters.
create table process_counted_fields (
  sub_project_id uuid not null,
  field text not null,
  ready boolean not null default false,
  primary key (sub_project_id, field)
);

-- The distinct (state, priority, stage) of a sub-project. `position` is the place of the group in arrays of counts, from 1.
create table process_groups (
  sub_project_id uuid not null,
  position integer not null,
  state text not null,
  priority text not null,
  stage_key text not null,
  primary key (sub_project_id, position),
  unique (sub_project_id, state, priority, stage_key)
);

-- A chain is a set of processes that is counted: all of a sub-project (field and facet empty), or those with one value
-- of a counted field.
create table process_chains (
  sub_project_id uuid not null,
  id bigint not null generated always as identity,
  field text not null,
  facet text not null,
  total bigint not null,
  primary key (sub_project_id, id),
  unique (sub_project_id, field, facet)
);
create table process_chain_counts (
  sub_project_id uuid not null,
  chain_id bigint not null,
  group_position integer not null,
  count bigint not null,
  primary key (sub_project_id, chain_id, group_position),
  foreign key (sub_project_id, chain_id) references process_chains on delete cascade,
  foreign key (sub_project_id, group_position) references process_groups
);

-- Long chains are cut along (created_ts, id) into blocks of some hundred processes (level 0), and some of those lie under a
-- block of the level above, up to one root, which has no parent. So any page is found by adding up few numbers, in steps
-- that grow with the logarithm of the processes. A block begins at its start and ends where the next one of its level
-- begins; the first of each level begins where its parent does.
create table process_tree_blocks (
  sub_project_id uuid not null,
  id bigint not null generated always as identity,
  chain_id bigint not null,
  parent_id bigint,
  level smallint not null,
  start_ts timestamptz(3) not null,
  start_id uuid not null,
  total bigint not null,
  primary key (sub_project_id, id),
  foreign key (sub_project_id, chain_id) references process_chains on delete cascade
) with (fillfactor = 80);
create unique index process_tree_blocks_root on process_tree_blocks (sub_project_id, chain_id) where parent_id is null;
create unique index process_tree_blocks_inner on process_tree_blocks (sub_project_id, parent_id, start_ts, start_id)
  where parent_id is not null;
create index process_tree_blocks_by_level on process_tree_blocks (sub_project_id, chain_id, level);

-- How many processes of each group a block has, by the position of the group; what is missing at the end is 0.
create table process_tree_counts (
  sub_project_id uuid not null,
  block_id bigint not null,
  counts integer[] not null,
  primary key (sub_project_id, block_id),
  foreign key (sub_project_id, block_id) references process_tree_blocks on delete cascade
) with (fillfactor = 80);

-- Counts with changes at some positions.
create function process_counts_changed(counts integer[], positions integer[], changes integer[]) returns integer[]
language plpgsql immutable parallel safe
as $$
declare
  -- Nulls in an array would make every look at it slow.
  result integer[] := counts || array_fill(0, array[greatest((select max(p) from unnest(positions) p) - cardinality(counts), 0)]);
begin
  for i in 1 .. cardinality(positions) loop
    result[positions[i]] := result[positions[i]] + changes[i];
  end loop;
  return result;
end
$$;

-- What the counters do not know yet. `facets` has the facet of every counted field.
create table process_deltas (
  sub_project_id uuid not null,
  id bigint not null generated always as identity,
  process_id uuid not null,
  created_ts timestamptz(3) not null,
  state text not null,
  priority text not null,
  stage_key text not null,
  change smallint not null,
  facets jsonb,
  primary key (sub_project_id, id)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000);

-- Facets are computed inside the statements: a function of their own would cost a quarter of an insert.
create function note_process_created() returns trigger language plpgsql set search_path from current as $$
begin
  insert into process_deltas (sub_project_id, process_id, created_ts, state, priority, stage_key, change, facets)
  values (new.sub_project_id, new.id, new.created_ts, new.state, new.priority, new.stage_key, 1,
    (select jsonb_object_agg(c.field, process_facet(new.fields -> c.field))
      from process_counted_fields c where c.sub_project_id = new.sub_project_id));
  return null;
end
$$;

create function note_process_deleted() returns trigger language plpgsql set search_path from current as $$
begin
  insert into process_deltas (sub_project_id, process_id, created_ts, state, priority, stage_key, change, facets)
  values (old.sub_project_id, old.id, old.created_ts, old.state, old.priority, old.stage_key, -1,
    (select jsonb_object_agg(c.field, process_facet(old.fields -> c.field))
      from process_counted_fields c where c.sub_project_id = old.sub_project_id));
  return null;
end
$$;

create function note_process_changed() returns trigger language plpgsql set search_path from current as $$
declare
  facets_before jsonb;
  facets_after jsonb;
begin
  select jsonb_object_agg(c.field, process_facet(old.fields -> c.field)) into facets_before
    from process_counted_fields c where c.sub_project_id = old.sub_project_id;
  select jsonb_object_agg(c.field, process_facet(new.fields -> c.field)) into facets_after
    from process_counted_fields c where c.sub_project_id = new.sub_project_id;
  if (old.sub_project_id, old.id, old.created_ts, old.state, old.priority, old.stage_key)
      = (new.sub_project_id, new.id, new.created_ts, new.state, new.priority, new.stage_key)
    and facets_before is not distinct from facets_after then
    return null;
  end if;
  insert into process_deltas (sub_project_id, process_id, created_ts, state, priority, stage_key, change, facets)
  values
    (old.sub_project_id, old.id, old.created_ts, old.state, old.priority, old.stage_key, -1, facets_before),
    (new.sub_project_id, new.id, new.created_ts, new.state, new.priority, new.stage_key, 1, facets_after);
  return null;
end
$$;

-- Without counters lists count, until they are built again.
create function note_processes_truncated() returns trigger language plpgsql set search_path from current as $$
begin
  delete from process_chains;
  delete from process_deltas;
  update process_counted_fields set ready = false;
  return null;
end
$$;

-- For each row, without transition tables: a distributed table has none.
create trigger processes_created after insert on processes for each row execute function note_process_created();
create trigger processes_deleted after delete on processes for each row execute function note_process_deleted();
create trigger processes_changed after update on processes for each row
  when ((old.sub_project_id, old.id, old.created_ts, old.state, old.priority, old.stage_key, old.fields)
    is distinct from (new.sub_project_id, new.id, new.created_ts, new.state, new.priority, new.stage_key, new.fields))
  execute function note_process_changed();
create trigger processes_truncated after truncate on processes
  for each statement execute function note_processes_truncated();

-- Changes of many processes at a time. ----------------------------------------------------------------------------------
--
-- A job of the same id takes the matching processes in batches, newest first, each batch in one transaction together with
-- the position it came to: after a crash it goes on there, and does nothing twice.

create table bulk_operations (
  sub_project_id uuid not null references sub_projects,
  id uuid not null,
  user_id uuid not null,
  client_id text not null,
  scopes text[] not null,
  trace_id text not null,
  filters jsonb not null,
  updates jsonb not null,
  reason text,
  state text not null check (state in ('RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED')),
  -- Of a FAILED one: the error that ended it.
  failure jsonb,
  total bigint not null,
  done bigint not null default 0,
  failed bigint not null default 0,
  -- Everything from this place on has been taken.
  before_ts timestamptz(3) not null,
  before_id uuid not null,
  created_ts timestamptz(3) not null,
  updated_ts timestamptz(3) not null,
  primary key (sub_project_id, id)
);

create table bulk_operation_errors (
  sub_project_id uuid not null,
  bulk_id uuid not null,
  position bigint not null,
  process_id uuid not null,
  error_id integer not null,
  detail text not null,
  primary key (sub_project_id, bulk_id, position),
  foreign key (sub_project_id, bulk_id) references bulk_operations on delete cascade
);

-- Workflow runs and everything they wait for. ---------------------------------------------------------------------------
--
-- Lock order: run row, then its tasks and jobs, then the process row. Changes of a process hold the process row and only
-- insert jobs for runs, so jobs, tasks and subscriptions have no foreign key to runs: its check would lock the run row
-- after the process row and deadlock with a run that updates its process.

create table runs (
  sub_project_id uuid not null,
  id uuid not null,
  workflow_id uuid not null,
  definition_id uuid not null,
  process_id uuid not null,
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
  trace_id text not null,
  primary key (sub_project_id, id),
  foreign key (sub_project_id, definition_id) references workflow_definitions,
  foreign key (sub_project_id, process_id) references processes
) with (fillfactor = 80);
create index runs_newest on runs (sub_project_id, created_ts desc, id desc);
create index runs_by_process on runs (sub_project_id, process_id, created_ts desc, id desc);
create index runs_by_workflow on runs (sub_project_id, workflow_id, created_ts desc, id desc);
create index runs_unfinished on runs (sub_project_id, id) where ended_ts is null;

-- One row per transaction of a run with all its entries, because a row per entry cost most of an approval's inserts.
-- first_sequence counts entries from 1.
create table run_timeline (
  sub_project_id uuid not null,
  run_id uuid not null,
  first_sequence integer not null,
  entries json not null,
  primary key (sub_project_id, run_id, first_sequence)
);
create trigger run_timeline_is_append_only before update or delete or truncate on run_timeline
  for each statement execute function refuse_change();

-- Human tasks. element_key is the engine's number of the element instance within the run.
create table tasks (
  sub_project_id uuid not null,
  id uuid not null,
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
  completed_by text,
  primary key (sub_project_id, id)
);
create index tasks_by_run on tasks (sub_project_id, run_id, created_ts, element_key);
create index tasks_by_process on tasks (sub_project_id, process_id, created_ts);
create index tasks_in_order on tasks (sub_project_id, state, priority desc, created_ts, id);
create index tasks_by_assignee on tasks (sub_project_id, assignee) where state = 'OPEN';

-- Variables of a broadcast signal, once for all the jobs that deliver it.
create table signals (
  sub_project_id uuid not null,
  id uuid not null,
  name text not null,
  variables json not null,
  created_ts timestamptz(3) not null,
  primary key (sub_project_id, id)
);
-- Across sub-projects: forgetting what is delivered.
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
--   bulk-update, storage-reconciliation, field-index
--              long work, done batch by batch; the latter two belong to the installation (nil UUID)
-- Lanes: engine, handler and background are served by the worker loop with separate slots, so that slow handlers and long
-- work never delay timers; external waits for activateJobs.
-- Leasing moves due_ts to the end of the lease, so an abandoned job is simply due again. fence counts the leases: a report
-- carries the number of its lease, and any other number is refused.
create table jobs (
  sub_project_id uuid not null,
  id uuid not null,
  run_id uuid,
  process_id uuid,
  kind text not null
    check (kind in ('job', 'update', 'timer', 'continue', 'conditions', 'signal', 'message', 'schedule', 'start',
      'bulk-update', 'storage-reconciliation', 'field-index')),
  lane text not null check (lane in ('engine', 'handler', 'background', 'external')),
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
  primary key (sub_project_id, id),
  check (open = (closed_ts is null))
);
-- Across sub-projects: the worker loop takes what has been due longest in the whole installation.
create index jobs_due on jobs (lane, due_ts) where open and lane <> 'external';
create index jobs_external on jobs (sub_project_id, type, due_ts) where open and lane = 'external';
create unique index jobs_open_once on jobs (sub_project_id, run_id, kind, element_key)
  where open and kind in ('job', 'update', 'timer', 'continue');
create index jobs_by_run on jobs (sub_project_id, run_id) where open;
create index jobs_by_definition on jobs (sub_project_id, definition_id) where open and definition_id is not null;
create index jobs_by_signal on jobs (sub_project_id, signal_id) where open and signal_id is not null;
-- Across sub-projects: forgetting what was closed a day ago.
create index jobs_closed on jobs (closed_ts) where not open;

create table incidents (
  sub_project_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  incident_key integer not null,
  element_id text not null,
  kind text not null,
  message text not null,
  job_id uuid,
  created_ts timestamptz(3) not null,
  resolved_ts timestamptz(3),
  primary key (sub_project_id, id)
);
create index incidents_by_run on incidents (sub_project_id, run_id, created_ts);
create unique index incidents_open on incidents (sub_project_id, run_id, incident_key) where resolved_ts is null;

-- What runs wait for besides tasks and jobs. Gone as soon as it is over.
create table subscriptions (
  sub_project_id uuid not null,
  run_id uuid not null,
  key integer not null,
  process_id uuid not null,
  kind text not null check (kind in ('message', 'signal', 'condition')),
  element_id text not null,
  name text,
  correlation_key text,
  created_ts timestamptz(3) not null,
  primary key (sub_project_id, run_id, key)
);
create index subscriptions_to_messages on subscriptions (sub_project_id, name, correlation_key, created_ts)
  where kind = 'message';
create index subscriptions_to_signals on subscriptions (sub_project_id, name) where kind = 'signal';
create index subscriptions_to_conditions on subscriptions (sub_project_id, process_id) where kind = 'condition';

-- Message and signal start events of current definitions; timer start events are jobs of kind schedule.
create table start_subscriptions (
  sub_project_id uuid not null,
  definition_id uuid not null,
  element_id text not null,
  workflow_id uuid not null,
  kind text not null check (kind in ('message', 'signal')),
  name text not null,
  primary key (sub_project_id, definition_id, element_id),
  foreign key (sub_project_id, definition_id) references workflow_definitions
);
create index start_subscriptions_by_name on start_subscriptions (sub_project_id, kind, name);

-- Messages that no run waits for yet, and those with a message id, which are kept to recognise a second publication.
create table messages (
  sub_project_id uuid not null,
  id uuid not null,
  name text not null,
  correlation_key text not null,
  message_id text,
  process_id uuid,
  variables json not null,
  outcome text not null check (outcome in ('buffered', 'correlated', 'started')),
  run_id uuid,
  created_ts timestamptz(3) not null,
  expires_ts timestamptz(3) not null,
  primary key (sub_project_id, id)
);
create index messages_buffered on messages (sub_project_id, name, correlation_key, created_ts) where outcome = 'buffered';
create unique index messages_by_message_id on messages (sub_project_id, name, correlation_key, message_id)
  where message_id is not null;
-- Across sub-projects: forgetting what has expired.
create index messages_by_expiry on messages (expires_ts);

-- Files: one row per object that was or will be uploaded. An upload is open until closed_ts is set. -----------------------
--
-- What expired (an upload never closed) or whose time as a deleted file is over is first marked `purging` in its own
-- transaction, then its object is removed, then the row: a marked file names nothing any more, and a crash between the
-- steps leaves a mark that the next round finds.
--
-- A signed form can be sent for 15 minutes, even after its upload was closed. So closing copies the object to a key that no
-- form writes and that the row names from then on; what else is left or appears beside it goes when the file is settled,
-- some time after closing. An upload in parts needs no copy: completing it ends the signatures of its parts.
--
-- Lock order: files in the order of their ids, after the process row where both are locked.

create table files (
  sub_project_id uuid not null references sub_projects,
  id uuid not null,
  stage_key text,
  file_name text not null,
  mime_type text not null,
  plugin text not null,
  -- Whole key in the plugin's bucket, prefix included, so that a changed prefix does not lose what is stored. Of an open
  -- upload the key it goes to, of a closed one where the object is.
  object_key text not null,
  -- Largest upload in bytes that the signed form allowed; of an upload in parts its exact size.
  maximum_size bigint not null,
  -- Bytes of each part but the last; null for an upload by form.
  part_size bigint,
  -- Of the multipart upload at the store, from the first signed part on.
  upload_id text,
  -- Hex SHA-256: asked for at creation, or reported by the store at close.
  sha256 text,
  size bigint,
  etag text,
  created_ts timestamptz(3) not null,
  closed_ts timestamptz(3),
  deleted_ts timestamptz(3),
  purging boolean not null default false,
  -- The object is all there is of this file at the store.
  settled boolean not null default false,
  primary key (sub_project_id, id),
  check (upload_id is null or part_size is not null),
  check (closed_ts is not null or not settled),
  check ((closed_ts is null) = (size is null)),
  check (deleted_ts is null or closed_ts is not null)
);
create index files_newest on files (sub_project_id, created_ts desc, id desc);
create index files_by_name on files (sub_project_id, file_name);
create index files_by_stage on files (sub_project_id, stage_key, created_ts desc, id desc) where stage_key is not null;
-- Across sub-projects: deleteStorage may name files without their sub-project.
create index files_by_id on files (id);
-- Across sub-projects: the order of a bucket's listing, which reconciliation compares with.
create index files_in_key_order on files (plugin, sub_project_id, id);
-- Across sub-projects: what maintenance has to expire, settle and purge.
create index files_open on files (created_ts) where closed_ts is null and not purging;
create index files_unsettled on files (closed_ts) where closed_ts is not null and not settled and not purging;
create index files_deleted on files (deleted_ts) where deleted_ts is not null and not purging;
create index files_purging on files (plugin, id) where purging;

create table file_processes (
  sub_project_id uuid not null,
  file_id uuid not null,
  process_id uuid not null,
  attached_ts timestamptz(3) not null,
  primary key (sub_project_id, file_id, process_id),
  foreign key (sub_project_id, file_id) references files on delete cascade,
  foreign key (sub_project_id, process_id) references processes
);
create index file_processes_by_process on file_processes (sub_project_id, process_id, file_id);

-- Comparisons of stores with files that an administrator asked for, of one sub-project or of all: they belong to the
-- installation. A job of the same id does the work.
create table storage_reconciliations (
  id uuid primary key,
  repair boolean not null,
  plugin text,
  sub_project_id uuid,
  requested_by text not null,
  created_ts timestamptz(3) not null,
  started_ts timestamptz(3),
  finished_ts timestamptz(3),
  failure text,
  -- What was found so far, and where the next batch goes on.
  progress jsonb
);

-- Audit: append-only, by month, so that forgetting old rows is dropping a table and not deleting rows, which is refused. ---

create table audit_log (
  -- The nil UUID in rows of the installation itself, such as a new user.
  sub_project_id uuid not null,
  created_ts timestamptz(3) not null,
  id uuid not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  process_id uuid,
  by_id text not null,
  by_name text not null,
  trace_id text not null,
  before jsonb,
  after jsonb,
  -- Read backwards it is also the index of a sub-project's log, newest first.
  primary key (sub_project_id, created_ts, id)
) partition by range (created_ts);
create index audit_log_by_process on audit_log (sub_project_id, process_id, created_ts desc, id desc)
  where process_id is not null;
-- Across sub-projects: the administrator's log of the whole installation, newest first.
create index audit_log_of_installation on audit_log (created_ts, id);
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- Which partitions there are. The first has no lower bound.
create table audit_partitions (
  name text primary key,
  until_ts timestamptz(3) not null unique
);

-- A table of the log's shape that may become a partition of it. Triggers of a statement fire for the table it names, so
-- every partition has its own. Attaching a table lets writers go on; creating it as a partition would not.
create function create_audit_table(name text) returns void language plpgsql set search_path from current as $$
begin
  execute format('create table %I (like audit_log including all)', name);
  execute format('create trigger audit_log_is_append_only before update or delete or truncate on %I '
    'for each statement execute function refuse_change()', name);
end
$$;

create function audit_month(ts timestamptz, months integer) returns timestamptz language sql immutable
  return (date_trunc('month', ts at time zone 'UTC') + make_interval(months => months)) at time zone 'UTC';

-- Adds months until there is room for the given number of them after the one of now_ts. Returns how many were added, or null
-- when rows stand in their way, which settle_later_audit_rows moves out of it first. Readers and writers of the log wait
-- for the milliseconds that its last partition takes to be cut.
create function add_audit_partitions(months integer, now_ts timestamptz default now()) returns integer
language plpgsql set search_path from current as $$
declare
  from_ts timestamptz;
  next_ts timestamptz;
  partition_name text;
  added integer := 0;
begin
  lock table audit_partitions in share row exclusive mode;
  select max(until_ts) into from_ts from audit_partitions;
  if from_ts > audit_month(now_ts, months) then return 0; end if;
  lock table audit_log in access exclusive mode;
  if exists (select from audit_log_later) then return null; end if;
  alter table audit_log detach partition audit_log_later;
  while from_ts <= audit_month(now_ts, months) loop
    next_ts := audit_month(from_ts, 1);
    partition_name := 'audit_log_' || to_char(from_ts at time zone 'UTC', 'YYYY_MM');
    perform create_audit_table(partition_name);
    execute format('alter table audit_log attach partition %I for values from (%L) to (%L)', partition_name, from_ts, next_ts);
    insert into audit_partitions values (partition_name, next_ts);
    from_ts := next_ts;
    added := added + 1;
  end loop;
  execute format('alter table audit_log attach partition audit_log_later for values from (%L) to (maxvalue)', from_ts);
  return added;
end
$$;

-- When audit_log_later holds rows: bounds it at the end of the month after now_ts and after its newest row. What is written
-- meanwhile fits. The caller checks the rows that are there by a statement of its own, which lets others read and write:
-- alter table audit_log_later validate constraint audit_log_later_bound. Returns whether there is anything to settle.
create function bound_later_audit_rows(now_ts timestamptz default now()) returns boolean
language plpgsql set search_path from current as $$
declare
  from_ts timestamptz;
  newest timestamptz;
begin
  lock table audit_partitions in share row exclusive mode;
  if not exists (select from audit_log_later) then return false; end if;
  if exists (select from pg_constraint where conrelid = 'audit_log_later'::regclass and conname = 'audit_log_later_bound') then
    return true;
  end if;
  lock table audit_log_later in access exclusive mode;
  select max(until_ts) into from_ts from audit_partitions;
  select max(created_ts) into newest from audit_log_later;
  execute format('alter table audit_log_later add constraint audit_log_later_bound '
    'check (created_ts >= %L and created_ts < %L) not valid', from_ts, audit_month(greatest(now_ts, newest), 2));
  return true;
end
$$;

-- Makes the bounded rows a partition of their own, without reading or copying them, and begins a new audit_log_later.
create function settle_later_audit_rows() returns text language plpgsql set search_path from current as $$
declare
  from_ts timestamptz;
  until timestamptz;
  partition_name text;
begin
  lock table audit_partitions in share row exclusive mode;
  select substring(pg_get_constraintdef(oid) from 'created_ts < ''([^'']+)''')::timestamptz into until from pg_constraint
    where conrelid = 'audit_log_later'::regclass and conname = 'audit_log_later_bound' and convalidated;
  if until is null then return null; end if;
  select max(until_ts) into from_ts from audit_partitions;
  partition_name := 'audit_log_' || to_char(from_ts at time zone 'UTC', 'YYYY_MM') || '_on';
  lock table audit_log in access exclusive mode;
  alter table audit_log detach partition audit_log_later;
  execute format('alter table audit_log_later rename to %I', partition_name);
  execute format('alter table audit_log attach partition %I for values from (%L) to (%L)', partition_name, from_ts, until);
  execute format('alter table %I drop constraint audit_log_later_bound', partition_name);
  insert into audit_partitions values (partition_name, until);
  perform create_audit_table('audit_log_later');
  execute format('alter table audit_log attach partition audit_log_later for values from (%L) to (maxvalue)', until);
  return partition_name;
end
$$;

-- audit_log_later takes rows for whose time there is no month yet, so that writing never fails for want of a partition:
-- neither after a long time without a worker, nor under a clock that runs ahead. It is empty as a rule. It is a range and
-- not a default partition, so that a page in the order of time still reads one partition after the other.
select create_audit_table('audit_log_first');
select create_audit_table('audit_log_later');
do $$
begin
  insert into audit_partitions values ('audit_log_first', audit_month(now(), 1));
  execute format('alter table audit_log attach partition audit_log_first for values from (minvalue) to (%L)', audit_month(now(), 1));
  execute format('alter table audit_log attach partition audit_log_later for values from (%L) to (maxvalue)', audit_month(now(), 1));
  perform add_audit_partitions(3);
end
$$;
