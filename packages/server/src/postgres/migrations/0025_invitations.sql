-- Invitations of people who become users when they accept.
create table invitations (
  id uuid primary key,
  -- Null: the person enters the address when accepting.
  email text,
  name text not null,
  administrator boolean not null,
  -- The newest one-time link.
  link_id uuid not null,
  invited_by text not null,
  invited_by_name text not null,
  created_ts timestamptz(3) not null,
  expires_ts timestamptz(3) not null,
  accepted_ts timestamptz(3),
  user_id uuid references users (id),
  revoked_ts timestamptz(3)
);
-- At most one invitation of an address that is neither accepted nor revoked.
create unique index invitations_open on invitations (lower(email)) where accepted_ts is null and revoked_ts is null;
