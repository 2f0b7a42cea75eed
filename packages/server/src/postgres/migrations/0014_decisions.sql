-- Decisions (DMN). A definition is one immutable version of a DMN file; files that changed get the next number.

create table decision_definitions (
  sub_project_id uuid not null references sub_projects,
  id uuid not null,
  key text not null,
  number integer not null,
  dmn text not null,
  -- Ids of the definitions whose namespaces this one imports.
  imports uuid[] not null,
  -- SHA-256 of the file and of those it imports.
  fingerprint text not null,
  created_ts timestamptz(3) not null,
  primary key (sub_project_id, id),
  unique (sub_project_id, key, number)
);

-- The decisions of each definition, by which business rule tasks find it. Version tags belong to a decision.
create table definition_decisions (
  sub_project_id uuid not null,
  decision_id text not null,
  created_ts timestamptz(3) not null,
  definition_id uuid not null,
  version_tag text,
  primary key (sub_project_id, decision_id, created_ts, definition_id),
  foreign key (sub_project_id, definition_id) references decision_definitions
);

-- Where the timelines of runs have the traces of a decision, oldest first: the id is a UUIDv7.
create table decision_evaluations (
  sub_project_id uuid not null,
  decision_id text not null,
  id uuid not null,
  definition_id uuid not null,
  run_id uuid not null,
  process_id uuid not null,
  -- The row of run_timeline, and the place in it from 0.
  first_sequence integer not null,
  place integer not null,
  created_ts timestamptz(3) not null,
  primary key (sub_project_id, decision_id, id)
);

-- How often each rule applied on each day (UTC). A transaction adds a row to decision_rule_deltas for each rule that
-- applied in it, because a shared counter would make runs wait for each other; maintenance adds them up.
create table decision_rule_hits (
  sub_project_id uuid not null,
  definition_id uuid not null,
  table_id text not null,
  rule_id text not null,
  day date not null,
  count bigint not null,
  primary key (sub_project_id, definition_id, table_id, rule_id, day)
);

create table decision_rule_deltas (
  sub_project_id uuid not null,
  id bigint not null generated always as identity,
  definition_id uuid not null,
  table_id text not null,
  rule_id text not null,
  day date not null,
  count integer not null,
  primary key (sub_project_id, id)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000);

-- Decisions that a transaction of a run postpones are jobs.
alter table jobs drop constraint jobs_kind_check;
alter table jobs add constraint jobs_kind_check check (kind in ('job', 'update', 'timer', 'continue', 'conditions', 'signal',
  'message', 'schedule', 'start', 'decision', 'bulk-update', 'storage-reconciliation', 'field-index', 'file-scan')) not valid;
