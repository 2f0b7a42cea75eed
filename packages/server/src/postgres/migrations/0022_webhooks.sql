-- Webhooks: where events are sent, with which secrets, and what became of each of them.

create table event_subscriptions (
  sub_project_id uuid not null,
  id uuid not null,
  name text not null,
  -- Whose roles decide what the receiver gets.
  owner_id uuid not null,
  owner_name text not null,
  -- Key in the document that declares it; null: it was made by a request.
  declared_as text,
  url text not null,
  types text[] not null,
  -- As json: the order of the conditions is that of the request.
  filter json not null,
  condition text,
  format text not null check (format in ('standard', 'cloudevents')),
  payload text not null check (payload in ('thin', 'full')),
  ordering text not null check (ordering in ('process', 'none')),
  rate_per_second integer,
  max_in_flight integer not null,
  -- suspended: the owner may not subscribe at the moment; disabled: the receiver does not want it or fails for days.
  state text not null check (state in ('active', 'paused', 'suspended', 'disabled')),
  reason text,
  -- Counts the changes of the columns above: who delivers compares it.
  version integer not null default 1,
  created_ts timestamptz(3) not null,
  updated_ts timestamptz(3) not null,
  primary key (sub_project_id, id)
);
create unique index event_subscriptions_declared on event_subscriptions (sub_project_id, declared_as)
  where declared_as is not null;

-- How far each subscription is, and which server process delivers it.
create table subscription_progress (
  sub_project_id uuid not null,
  subscription_id uuid not null,
  -- Every event up to here was delivered, was not for the receiver, or has a row in deliveries.
  position bigint not null,
  -- A replay that goes on: the events after the first up to the second.
  replay_position bigint,
  replay_until bigint,
  -- Since when every attempt failed.
  failing_since timestamptz(3),
  worker uuid,
  -- Grows with each worker that takes it over. What an earlier one reports is dropped.
  fence bigint not null default 0,
  primary key (sub_project_id, subscription_id)
) with (fillfactor = 50);

-- Server processes that deliver. One that was not seen for some seconds loses its subscriptions to the others.
create table delivery_workers (
  id uuid not null primary key,
  seen_ts timestamptz(3) not null
) with (fillfactor = 50);

create table subscription_secrets (
  sub_project_id uuid not null,
  subscription_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('hmac', 'ed25519')),
  -- Encrypted under MILLRACE_SECRET_KEY, if there is one.
  sealed text not null,
  public_key text,
  -- Null: nobody was shown it yet. A declared subscription begins so.
  shown_ts timestamptz(3),
  created_ts timestamptz(3) not null,
  -- Null: it is the current one.
  expires_ts timestamptz(3),
  primary key (sub_project_id, subscription_id, id)
);

create table deliveries (
  sub_project_id uuid not null,
  subscription_id uuid not null,
  -- Of the event in the log, which has what it says.
  position bigint not null,
  type text not null,
  process_id uuid,
  -- queued: waits for an earlier event of the process.
  state text not null check (state in ('waiting', 'queued', 'dead', 'delivered', 'skipped')),
  replay boolean not null default false,
  attempts integer not null default 0,
  -- Attempts since it was created or retried by a person: what the waiting times count.
  tries integer not null default 0,
  -- When the next attempt is made.
  due_ts timestamptz(3),
  created_ts timestamptz(3) not null,
  updated_ts timestamptz(3) not null,
  -- Of the last attempt.
  started_ts timestamptz(3),
  duration_ms integer,
  status integer,
  error text,
  excerpt text,
  primary key (sub_project_id, subscription_id, position)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.5);
create index deliveries_due on deliveries (sub_project_id, subscription_id, due_ts) where state = 'waiting';
create index deliveries_open on deliveries (sub_project_id, subscription_id, process_id, position)
  where state in ('waiting', 'queued', 'dead');
create index deliveries_closed on deliveries (updated_ts) where state in ('delivered', 'skipped');

-- Attempts that failed; the last attempt of a delivery is in its own row.
create table delivery_attempts (
  sub_project_id uuid not null,
  subscription_id uuid not null,
  position bigint not null,
  attempt integer not null,
  started_ts timestamptz(3) not null,
  duration_ms integer not null,
  status integer,
  error text not null,
  excerpt text,
  primary key (sub_project_id, subscription_id, position, attempt)
);
create index delivery_attempts_by_age on delivery_attempts (started_ts);
