-- Web push (D185).
--
-- The pair of keys that push services know this installation by (VAPID, RFC 8292). private_key is sealed like other secrets.
create table push_keys (
  id smallint primary key check (id = 1),
  public_key text not null,
  private_key text not null
);

-- Browsers that show notifications of a person. fingerprint: SHA-256 of the address, which nobody but the push service needs to know.
-- hour_ts, hour_count: messages that were sent in the hour that began then.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null,
  endpoint text not null,
  fingerprint text not null unique,
  p256dh text not null,
  auth text not null,
  name text not null,
  created_ts timestamp(3) with time zone not null default now(),
  sent_ts timestamp(3) with time zone,
  hour_ts timestamp(3) with time zone,
  hour_count integer not null default 0
);
create index push_subscriptions_user on push_subscriptions (user_id, created_ts);

-- Messages that were not sent yet, each with the id of its job: for whom, of what and for which reasons. What they say is read when they are sent.
create table pushes (
  id uuid primary key,
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  user_id uuid not null,
  process_id uuid not null,
  -- Its sub-project.
  data jsonb not null,
  reasons text[] not null,
  version bigint not null default 1,
  attempts integer not null default 0,
  created_ts timestamp(3) with time zone not null default now(),
  unique (subscription_id, process_id)
);

-- Kind of job push: a message to a browser.
alter table jobs
  drop constraint jobs_kind_check,
  add constraint jobs_kind_check check (kind in ('job', 'update', 'timer', 'continue', 'conditions', 'signal', 'message',
    'schedule', 'start', 'decision', 'bulk-update', 'bulk-execute', 'bulk-repair', 'storage-reconciliation', 'field-index',
    'file-scan', 'mail', 'push')) not valid;
