-- Views of lists that people keep, for themselves or for others.
create table saved_views (
  sub_project_id uuid not null,
  id uuid not null,
  kind text not null,
  owner_id uuid not null,
  shared_with text not null default 'nobody',
  role text,
  name text not null,
  -- Filters, sort order, columns, density and grouping, as they were sent.
  settings json not null,
  created_ts timestamptz(3) not null,
  updated_ts timestamptz(3) not null,
  primary key (sub_project_id, id),
  check (shared_with in ('nobody', 'role', 'everyone')),
  check ((shared_with = 'role') = (role is not null))
);
create index saved_views_of_owner on saved_views (sub_project_id, owner_id, kind);
create index saved_views_shared on saved_views (sub_project_id, kind) where shared_with <> 'nobody';
