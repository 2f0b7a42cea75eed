-- Events and due dates that could not become notifications: when they are tried again, and what was given up so that it does not
-- hold back what comes after it.
--
-- subject: the position of the event in the log, or the id of the task that was due.
-- retry_ts: null when it was given up.
create table notification_failures (
  sub_project_id uuid not null,
  work text not null check (work in ('events', 'dues')),
  subject text not null,
  tries integer not null,
  failure text not null,
  failed_ts timestamp(3) with time zone not null,
  retry_ts timestamp(3) with time zone,
  primary key (sub_project_id, work, subject)
);
create index notification_failures_by_age on notification_failures (failed_ts);
