-- One-time links: invitations, new passwords, confirmed addresses, sign-in links. A row is what may be done once.
create table one_time_links (
  id uuid primary key,
  purpose text not null,
  -- Whom or what it is about, by the purpose: an invitation, a user.
  subject text not null,
  -- What the use needs; no secrets.
  data jsonb not null,
  created_ts timestamptz(3) not null,
  expires_ts timestamptz(3) not null,
  used_ts timestamptz(3),
  revoked_ts timestamptz(3)
);
create index one_time_links_by_subject on one_time_links (purpose, subject, created_ts desc);
create index one_time_links_by_expiry on one_time_links (expires_ts);

-- The secrets of a link, each made when an e-mail is sent or the link is shown: only their SHA-256 is kept.
create table one_time_link_tokens (
  token_hash text primary key,
  link_id uuid not null references one_time_links (id) on delete cascade,
  created_ts timestamptz(3) not null
);
create index one_time_link_tokens_by_link on one_time_link_tokens (link_id);

-- E-mails of the service. Each has the id of the job that sends it.
create table mails (
  id uuid primary key,
  template text not null,
  recipient text not null,
  recipient_name text not null,
  data jsonb not null,
  link_id uuid,
  base_url text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'skipped')),
  attempts integer not null default 0,
  failure text,
  created_ts timestamptz(3) not null,
  tried_ts timestamptz(3)
);
create index mails_by_link on mails (link_id, id desc) where link_id is not null;
create index mails_ended on mails (created_ts) where state <> 'waiting';

-- Kind of job mail: one e-mail of the service.
alter table jobs
  drop constraint jobs_kind_check,
  add constraint jobs_kind_check check (kind in ('job', 'update', 'timer', 'continue', 'conditions', 'signal', 'message',
    'schedule', 'start', 'decision', 'bulk-update', 'storage-reconciliation', 'field-index', 'file-scan', 'mail')) not valid;
