-- Tokens carry the generations that their client and their user had at sign-in. Revoking begins the next generation, which
-- needs no comparison of clocks; a token without them is of the first.
alter table clients add column token_generation integer not null default 0;
alter table users add column token_generation integer not null default 0;

-- Where clients signed in within a day, as a hash of client and network address: their failed sign-ins there are counted
-- on their own. Shared by all servers, and kept over restarts.
create table sign_in_trust (
  pair text primary key,
  seen_ts timestamptz(3) not null
);
create index sign_in_trust_by_time on sign_in_trust (seen_ts);

-- The addresses that servers on this database give as the issuer of tokens.
create table token_issuers (
  issuer text primary key,
  used_ts timestamptz(3) not null
);
