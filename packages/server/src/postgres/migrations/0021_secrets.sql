-- Secrets of sub-projects, which jobs send to other services.
create table secrets (
  sub_project_id uuid not null,
  name text not null,
  -- Encrypted if MILLRACE_SECRET_KEY is set, and bound to the sub-project and the name.
  sealed text not null,
  -- Hosts that it may be sent to; empty: any.
  hosts text[] not null default '{}',
  created_ts timestamptz(3) not null,
  set_ts timestamptz(3) not null,
  set_by_id text not null,
  set_by_name text not null,
  primary key (sub_project_id, name)
);
