-- People and groups that an identity provider manages by SCIM 2.0.

create table scim_tokens (
  id uuid primary key,
  name text not null,
  hash text not null,
  created_by text not null,
  created_ts timestamptz(3) not null,
  expires_ts timestamptz(3),
  used_ts timestamptz(3)
);
create unique index scim_tokens_by_hash on scim_tokens (hash);

-- A person whom an identity provider describes. The row stays when the provider deletes the person, who may come back.
create table scim_users (
  user_id uuid primary key references users (id),
  external_id text,
  user_name text not null,
  -- What the provider sent last, as it is answered.
  resource jsonb not null,
  version integer not null,
  updated_ts timestamptz(3) not null,
  deleted boolean not null
);
create unique index scim_users_by_external_id on scim_users (external_id);
create unique index scim_users_by_name on scim_users (lower(user_name));

create table scim_groups (
  group_id uuid primary key references groups (id),
  external_id text,
  version integer not null,
  updated_ts timestamptz(3) not null
);
create unique index scim_groups_by_external_id on scim_groups (external_id);
