-- Further ways to prove who one is: passkeys, codes of an authenticator app, recovery codes.

create table passkeys (
  -- Credential id, base64url.
  id text primary key,
  user_id uuid not null references users (id),
  name text not null,
  -- COSE key.
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  backup_eligible boolean not null,
  backed_up boolean not null,
  created_ts timestamptz(3) not null,
  used_ts timestamptz(3)
);
create index passkeys_of_user on passkeys (user_id, created_ts);

-- Challenges that no browser has answered yet. A row goes when it is answered.
create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('registration', 'signIn')),
  -- Whose registration it is; null for a sign-in.
  user_id uuid references users (id),
  network text not null,
  expires_ts timestamptz(3) not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_ts);
create index passkey_challenges_of_network on passkey_challenges (network, expires_ts);

-- Secrets of authenticator apps. A person has at most one that counts, and one that waits for its first code.
create table totp_secrets (
  user_id uuid not null references users (id),
  confirmed boolean not null,
  -- Sealed with MILLRACE_SECRET_KEY for the context totp:<user_id>.
  secret text not null,
  -- The last step of 30 seconds whose code was accepted: each code counts once.
  last_step bigint,
  -- Wrong codes since the last right one, and the time of the last.
  failures integer not null default 0,
  failed_ts timestamptz(3),
  created_ts timestamptz(3) not null,
  primary key (user_id, confirmed)
);

-- SHA-256 of 80 random bits each. A row goes when its code is used.
create table recovery_codes (
  user_id uuid not null references users (id),
  hash text not null,
  created_ts timestamptz(3) not null,
  primary key (user_id, hash)
);

-- Sign-ins whose first factor was right and whose second is missing.
create table pending_sign_ins (
  secret_hash text primary key,
  user_id uuid not null references users (id),
  method text not null,
  amr text[] not null,
  remembered boolean not null,
  failures integer not null default 0,
  -- When the password was set that was right; another one ends the sign-in.
  password_ts timestamptz(3),
  created_ts timestamptz(3) not null,
  expires_ts timestamptz(3) not null
);
create index pending_sign_ins_by_expiry on pending_sign_ins (expires_ts);
create index pending_sign_ins_of_user on pending_sign_ins (user_id, created_ts);

-- What the installation asks of people who sign in; at most one row.
create table sign_in_policy (
  only_row boolean primary key default true check (only_row),
  second_factor text not null check (second_factor in ('optional', 'required')),
  changed_ts timestamptz(3) not null
);

-- A session of a person who must set up a second factor first: it opens nothing else.
alter table sessions add column enrolling boolean not null default false;
