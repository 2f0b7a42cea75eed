-- E-mails of notifications (D167).
--
-- mailed_version: up to which version an e-mail told the person of the row. The causes in `reasons` say with which version they were added.
-- mail_id: the e-mail that was stored last to tell of the row at once.
alter table notifications
  add column mailed_version bigint not null default 0,
  add column mail_id uuid;

-- When a person gets e-mail.
--
-- digest_ts: when the next digest is due; null: there is nothing to tell. digested_ts: when the last one was sent.
-- hour_ts, hour_count: e-mails that were stored in the hour that began then.
-- unsubscribe_key: proves that a link to stop e-mails was written by this service; it is good for nothing else.
create table notification_mailings (
  user_id uuid primary key,
  digest_ts timestamp(3) with time zone,
  digested_ts timestamp(3) with time zone,
  hour_ts timestamp(3) with time zone,
  hour_count integer not null default 0,
  unsubscribe_key bytea not null
);
create index notification_mailings_due on notification_mailings (digest_ts) where digest_ts is not null;

-- E-mails that were not sent yet, for the figures.
create index mails_waiting on mails (created_ts) where state = 'waiting';
