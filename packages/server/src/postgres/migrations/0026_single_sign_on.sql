-- Single sign-on with OpenID Connect: providers, whose account a person's is, sign-ins under way, and what logout needs.

-- Those that createIdentityProvider created; others are in the settings of the server.
create table identity_providers (
  id text primary key,
  name text not null,
  issuer text not null,
  client_id text not null,
  -- Sealed; null for a public client.
  client_secret text,
  domains text[] not null,
  provision boolean not null,
  groups_claim text,
  scopes text[] not null,
  disabled boolean not null,
  created_ts timestamptz(3) not null
);

-- An account at a provider is its issuer and its subject; an address may be given to somebody else later.
create table identity_links (
  id uuid primary key,
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id),
  provider_id text not null,
  -- As the provider showed it last.
  email text,
  -- What the groups claim named at the last sign-in.
  groups text[] not null,
  linked_ts timestamptz(3) not null,
  used_ts timestamptz(3)
);
create unique index identity_links_by_account on identity_links (issuer, subject);
create unique index identity_links_by_user on identity_links (user_id, issuer);
create index identity_links_by_provider on identity_links (provider_id);

-- From the redirect to the provider until the browser comes back; used once.
create table sso_flows (
  state_hash text primary key,
  provider_id text not null,
  purpose text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  network_hash text not null,
  -- What the browser must bring along: a cookie of its own, or the session that began it.
  browser_hash text,
  session_id uuid,
  expires_ts timestamptz(3) not null,
  constraint sso_flows_purpose_check check (purpose in ('signIn', 'confirm', 'link')),
  constraint sso_flows_bound_check check ((browser_hash is null) <> (session_id is null))
);
create index sso_flows_by_network on sso_flows (network_hash, expires_ts);
create index sso_flows_by_expiry on sso_flows (expires_ts);

-- The session at the provider that a session here came from.
create table sso_sessions (
  session_id uuid primary key references sessions (id) on delete cascade,
  provider_id text not null,
  issuer text not null,
  subject text not null,
  sid text,
  -- Sealed: it is shown to the provider at sign-out, and says who the person is.
  id_token text not null,
  end_session_endpoint text
);
create index sso_sessions_by_sid on sso_sessions (issuer, sid);
create index sso_sessions_by_subject on sso_sessions (issuer, subject);
create index sso_sessions_by_provider on sso_sessions (provider_id);

-- Logout tokens that were acted on.
create table sso_logout_tokens (
  issuer text not null,
  jti text not null,
  forget_ts timestamptz(3) not null,
  primary key (issuer, jti)
);
create index sso_logout_tokens_by_time on sso_logout_tokens (forget_ts);
