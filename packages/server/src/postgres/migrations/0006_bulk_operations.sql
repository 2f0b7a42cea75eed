-- Changes of many processes at a time. A worker takes the matching processes in batches, newest first, each batch in one
-- transaction together with the place it came to: after a crash it goes on there, and does nothing twice.

create table bulk_operations (
  id uuid primary key,
  sub_project_id uuid not null references sub_projects,
  user_id uuid not null references users,
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
  updated_ts timestamptz(3) not null
);
-- In turns: the one that has waited longest is next.
create index bulk_operations_running on bulk_operations (updated_ts, id) where state = 'RUNNING';

create table bulk_operation_errors (
  bulk_id uuid not null references bulk_operations on delete cascade,
  position bigint not null,
  process_id uuid not null,
  error_id integer not null,
  detail text not null,
  primary key (bulk_id, position)
);
