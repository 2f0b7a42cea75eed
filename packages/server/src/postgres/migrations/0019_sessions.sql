-- What people sign in with and stay signed in by: passwords, sessions of browsers, personal access tokens. Secrets are stored as
-- hashes: of random ones SHA-256, of passwords argon2id.

create table passwords (
  user_id uuid primary key references users (id),
  hash text not null,
  changed_ts timestamptz(3) not null
);

-- A row goes when its session ends; the audit log keeps who signed in and out.
create table sessions (
  id uuid primary key,
  secret_hash text not null,
  user_id uuid not null references users (id),
  -- How the person signed in, and with which factors (RFC 8176).
  method text not null,
  amr text[] not null,
  -- Whether the browser keeps the cookie when it closes.
  remembered boolean not null,
  created_ts timestamptz(3) not null,
  -- When the person last proved who they are: later than created_ts after a step-up.
  authenticated_ts timestamptz(3) not null,
  seen_ts timestamptz(3) not null,
  expires_ts timestamptz(3) not null,
  network text not null,
  agent text not null
);
create unique index sessions_by_secret on sessions (secret_hash);
create index sessions_of_user on sessions (user_id, seen_ts);
create index sessions_by_expiry on sessions (expires_ts);
create index sessions_by_use on sessions (seen_ts);

create table personal_tokens (
  id uuid primary key,
  user_id uuid not null references users (id),
  name text not null,
  hash text not null,
  -- Empty: no bound but the rights of the user.
  scopes text[] not null,
  created_ts timestamptz(3) not null,
  expires_ts timestamptz(3) not null,
  used_ts timestamptz(3)
);
create index personal_tokens_of_user on personal_tokens (user_id);
create index personal_tokens_by_expiry on personal_tokens (expires_ts);

-- Sessions and personal tokens have no client.
alter table bulk_operations alter column client_id drop not null;
alter table stream_tickets alter column client_id drop not null;
-- The session or the personal token that asked for the ticket; null for a token of a client.
alter table stream_tickets add column session_id uuid;
alter table stream_tickets add column personal_token_id uuid;
