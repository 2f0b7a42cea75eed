-- How long processes were in each state and stage, from the event log (D134).
--
-- position: of the event in the log that began the stay.
-- left_ts: infinity while the process is there.
create table process_stays (
  sub_project_id uuid not null,
  process_id uuid not null,
  dimension text not null check (dimension in ('state', 'stageKey')),
  position bigint not null,
  value text not null,
  entered_ts timestamp(3) with time zone not null,
  left_ts timestamp(3) with time zone not null default 'infinity' check (left_ts >= entered_ts),
  primary key (sub_project_id, process_id, dimension, position),
  foreign key (sub_project_id, process_id) references processes (sub_project_id, id)
);
create unique index process_stays_current on process_stays (sub_project_id, process_id, dimension) where left_ts = 'infinity';
-- All that an answer about a time reads, without the table: what was left before it is not looked at.
create index process_stays_read on process_stays (sub_project_id, dimension, left_ts) include (entered_ts, value, process_id);

-- Up to where the event log of a sub-project is in process_stays.
--
-- since_ts: of the first event that the log still had when this began, if it had lost older ones.
create table statistics_positions (
  sub_project_id uuid primary key,
  position bigint not null,
  since_ts timestamp(3) with time zone
) with (fillfactor = 50);
