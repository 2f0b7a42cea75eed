-- Clocks of processes and tasks (D170), a projection of the event log.
--
-- key: of the sub-project's document. task_id: nil for a clock of the process.
-- clock: what the rules know of it: what was consumed, since when it runs, its ledger, the rungs it has reached; no values of fields.
-- next_ts: when something happens to it without a change of its process.
create table clocks (
  sub_project_id uuid not null,
  process_id uuid not null,
  key text not null,
  task_id uuid not null,
  state text not null check (state in ('RUNNING', 'PAUSED', 'MET', 'BREACHED', 'CANCELLED')),
  due_ts timestamp(3) with time zone,
  next_ts timestamp(3) with time zone,
  clock jsonb not null,
  primary key (sub_project_id, process_id, key, task_id),
  foreign key (sub_project_id, process_id) references processes (sub_project_id, id)
);
create index clocks_next on clocks (next_ts) where next_ts is not null;
create index clocks_due on clocks (sub_project_id, key, due_ts, process_id);

-- The members of processes that the conditions of clocks read, as of the last event that became part of the clocks.
create table clock_facts (
  sub_project_id uuid not null,
  process_id uuid not null,
  facts jsonb not null,
  primary key (sub_project_id, process_id),
  foreign key (sub_project_id, process_id) references processes (sub_project_id, id)
);

-- Up to where the event log of a sub-project that declares clocks has become clocks.
-- rules: fingerprint of the rules they follow. silent_ts: what was reached until then tells nobody.
create table clock_positions (
  sub_project_id uuid primary key,
  position bigint not null,
  rules text not null,
  silent_ts timestamp(3) with time zone not null
) with (fillfactor = 50);
