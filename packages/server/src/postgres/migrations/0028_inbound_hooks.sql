-- Addresses where other services deliver events.
create table inbound_hooks (
  sub_project_id uuid not null,
  id uuid not null,
  -- Name, scheme of the signature, condition and what a delivery does.
  definition json not null,
  -- The user whose roles apply, and the scopes of the token that created the hook.
  acts_as uuid not null,
  scopes text[] not null default '{}',
  enabled boolean not null default true,
  -- Each with `sealed`, `createdTs` and `expiresTs`, the current one first.
  secrets json not null,
  created_ts timestamptz(3) not null,
  updated_ts timestamptz(3) not null,
  primary key (sub_project_id, id)
);

-- What became of each delivery. A row is written in the transaction of what it tells of.
create table inbound_receipts (
  sub_project_id uuid not null,
  id uuid not null,
  hook_id uuid not null,
  received_ts timestamptz(3) not null,
  delivery_id text,
  outcome text not null,
  reason text,
  duplicates integer not null default 0,
  process_id uuid,
  message text,
  run_id uuid,
  primary key (sub_project_id, id),
  check (outcome in ('accepted', 'ignored', 'failed', 'refused')),
  check (outcome <> 'accepted' or delivery_id is not null)
);
-- A delivery acts once.
create unique index inbound_receipts_once on inbound_receipts (sub_project_id, hook_id, delivery_id)
  where outcome = 'accepted';
create index inbound_receipts_by_hook on inbound_receipts (sub_project_id, hook_id, id desc);
create index inbound_receipts_by_age on inbound_receipts (outcome, received_ts);
