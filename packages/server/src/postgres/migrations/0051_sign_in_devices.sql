-- Browsers in which somebody has signed in with a password: what they hold of a person, hashed. Guesses that come from elsewhere do
-- not count for them.
create table sign_in_devices (
  device text primary key,
  seen_ts timestamptz(3) not null
);
create index sign_in_devices_by_time on sign_in_devices (seen_ts);
