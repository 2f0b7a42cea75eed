-- Identity: users, client credentials, signing keys.

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

-- Sub-projects and their configuration. A version never changes once deployed.

create table sub_projects (
  id uuid primary key,
  name text not null,
  current_version_id uuid,
  created_ts timestamptz(3) not null
);
create index sub_projects_by_name on sub_projects (name, id);

create table sub_project_versions (
  id uuid primary key,
  sub_project_id uuid not null references sub_projects,
  number integer not null,
  document text not null,
  files jsonb not null,
  configuration jsonb not null,
  fingerprint text not null,
  created_by text not null,
  created_ts timestamptz(3) not null,
  unique (sub_project_id, number)
);
alter table sub_projects
  add foreign key (current_version_id) references sub_project_versions deferrable initially deferred;

-- The members of the current version, for "which sub-projects may this user see".
create table sub_project_members (
  sub_project_id uuid not null references sub_projects,
  user_id uuid not null references users,
  roles text[] not null,
  primary key (sub_project_id, user_id)
);
create index sub_project_members_by_user on sub_project_members (user_id);

-- Workflows: the identity of a workflow stays, its definitions are immutable.

create table workflows (
  id uuid primary key,
  sub_project_id uuid not null references sub_projects,
  key text not null,
  name text not null,
  description text not null,
  stage_keys text[] not null,
  current_definition_id uuid not null,
  retired boolean not null default false,
  created_ts timestamptz(3) not null,
  unique (sub_project_id, key)
);

create table workflow_definitions (
  id uuid primary key,
  sub_project_id uuid not null references sub_projects,
  workflow_id uuid not null references workflows deferrable initially deferred,
  number integer not null,
  bpmn_process_id text not null,
  version_tag text,
  bpmn text not null,
  fingerprint text not null,
  created_ts timestamptz(3) not null,
  unique (workflow_id, number)
);
alter table workflows
  add foreign key (current_definition_id) references workflow_definitions deferrable initially deferred;
create index workflow_definitions_by_process_id on workflow_definitions (sub_project_id, bpmn_process_id, created_ts desc);

-- Processes.

create table processes (
  id uuid primary key,
  sub_project_id uuid not null references sub_projects,
  state text not null,
  priority text not null,
  stage_key text not null,
  fields jsonb not null,
  version bigint not null default 1,
  created_ts timestamptz(3) not null,
  updated_ts timestamptz(3) not null
);
create index processes_newest on processes (sub_project_id, created_ts desc, id desc);

-- Audit: append-only.

create table audit_log (
  id uuid primary key,
  sub_project_id uuid,
  created_ts timestamptz(3) not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  process_id uuid,
  by_id text not null,
  by_name text not null,
  trace_id text not null,
  before jsonb,
  after jsonb
);
create index audit_log_newest on audit_log (sub_project_id, created_ts desc, id desc);
create index audit_log_by_process on audit_log (process_id, created_ts desc, id desc) where process_id is not null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- Answers kept for Idempotency-Key.

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
