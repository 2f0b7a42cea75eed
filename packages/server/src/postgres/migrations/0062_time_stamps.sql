-- Time stamps (RFC 3161) of seals (D181): asked for where an authority is configured, after the seal was made.
--
-- token: DER; null: the authority has not answered yet. failure: why the last try failed.
create table audit_time_stamps (
  sub_project_id uuid not null,
  number bigint not null,
  tried_ts timestamptz(3) not null,
  token bytea,
  stamped_ts timestamptz(3),
  failure text,
  primary key (sub_project_id, number)
);
create index audit_time_stamps_wanted on audit_time_stamps (tried_ts) where token is null;
