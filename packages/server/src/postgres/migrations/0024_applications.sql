-- Applications of others that act as people (OAuth 2), what people allowed them, and what they hold for it. Secrets, codes and
-- tokens have 256 random bits and are stored as SHA-256.

create table applications (
  -- client_id of OAuth 2.
  id text primary key,
  name text not null,
  redirect_uris text[] not null,
  -- What it may ask for; empty: no bound but the rights of the person.
  scopes text[] not null,
  -- Null: it keeps no secret.
  secret_hash text,
  disabled boolean not null default false,
  origin text not null check (origin in ('administrator', 'registration', 'builtIn')),
  created_ts timestamptz(3) not null
);
create index applications_in_order on applications (created_ts, id);

-- The command line of people. Every port counts at a loopback address (RFC 8252).
insert into applications (id, name, redirect_uris, scopes, origin, created_ts)
values ('millrace-cli', 'Millrace command line', '{http://127.0.0.1/callback}', '{}', 'builtIn', now());

create table consents (
  user_id uuid not null references users (id),
  application_id text not null references applications (id) on delete cascade,
  scopes text[] not null,
  created_ts timestamptz(3) not null,
  used_ts timestamptz(3) not null,
  primary key (user_id, application_id)
);
create index consents_of_application on consents (application_id);

-- One sign-in of a person at an application. Its tokens are good while the row is there.
create table application_grants (
  id uuid primary key,
  application_id text not null references applications (id) on delete cascade,
  user_id uuid not null references users (id),
  scopes text[] not null,
  -- When and how the person had signed in.
  authenticated_ts timestamptz(3) not null,
  amr text[] not null,
  created_ts timestamptz(3) not null,
  expires_ts timestamptz(3) not null
);
create index application_grants_of_person on application_grants (user_id, application_id);
create index application_grants_of_application on application_grants (application_id);
create index application_grants_by_expiry on application_grants (expires_ts);

create table authorization_codes (
  hash text primary key,
  application_id text not null references applications (id) on delete cascade,
  user_id uuid not null references users (id),
  redirect_uri text not null,
  scopes text[] not null,
  -- PKCE: BASE64URL(SHA256(code_verifier)).
  challenge text not null,
  nonce text,
  authenticated_ts timestamptz(3) not null,
  amr text[] not null,
  expires_ts timestamptz(3) not null,
  -- Set when it is used; a second use ends the grant.
  grant_id uuid references application_grants (id) on delete cascade
);
create index authorization_codes_by_expiry on authorization_codes (expires_ts);
create index authorization_codes_of_application on authorization_codes (application_id);
create index authorization_codes_of_grant on authorization_codes (grant_id) where grant_id is not null;

create table refresh_tokens (
  hash text primary key,
  grant_id uuid not null references application_grants (id) on delete cascade,
  expires_ts timestamptz(3) not null,
  -- Each is used once; a second use ends the grant.
  used_ts timestamptz(3)
);
create index refresh_tokens_of_grant on refresh_tokens (grant_id);
create index refresh_tokens_by_expiry on refresh_tokens (expires_ts);

-- RFC 8628: an application without a browser asks, a person answers elsewhere.
create table device_codes (
  hash text primary key,
  -- What the person types, without the hyphen.
  user_code text not null unique,
  application_id text not null references applications (id) on delete cascade,
  scopes text[] not null,
  network text not null,
  created_ts timestamptz(3) not null,
  expires_ts timestamptz(3) not null,
  -- The application may ask again at this time.
  next_poll_ts timestamptz(3) not null,
  interval_seconds integer not null,
  decision text not null default 'open' check (decision in ('open', 'allowed', 'denied')),
  -- Who allowed it.
  user_id uuid references users (id),
  authenticated_ts timestamptz(3),
  amr text[]
);
create index device_codes_by_expiry on device_codes (expires_ts);
create index device_codes_of_application on device_codes (application_id);
create index device_codes_of_network on device_codes (network, created_ts);
