-- What people are told of (D149): one row for each person and process, from the event log.
--
-- reasons: by reason what happened since the person last read it, such as
-- {"mentioned": {"count": 2, "at": "2026-01-31T09:30:00.000Z", "by": id, "taskId": null, "task": null, "runId": null,
-- "commentId": id, "approved": null}}; no values of fields.
-- version: one more with every addition.
create table notifications (
  sub_project_id uuid not null,
  user_id uuid not null,
  process_id uuid not null,
  reasons jsonb not null,
  version bigint not null,
  first_ts timestamp(3) with time zone not null,
  last_ts timestamp(3) with time zone not null,
  read_ts timestamp(3) with time zone,
  primary key (sub_project_id, user_id, process_id),
  foreign key (sub_project_id, process_id) references processes (sub_project_id, id)
);
create index notifications_newest on notifications (sub_project_id, user_id, last_ts desc, process_id desc);
create index notifications_unread on notifications (sub_project_id, user_id, last_ts desc, process_id desc) where read_ts is null;
create index notifications_by_process on notifications (sub_project_id, process_id);
create index notifications_by_age on notifications (last_ts);

-- Who watches a process. muted: the person stopped watching it, and does not begin again without asking.
create table process_watchers (
  sub_project_id uuid not null,
  process_id uuid not null,
  user_id uuid not null,
  reason text not null check (reason in ('chosen', 'created', 'assigned', 'commented', 'mentioned')),
  muted boolean not null default false,
  since_ts timestamp(3) with time zone not null,
  primary key (sub_project_id, process_id, user_id),
  foreign key (sub_project_id, process_id) references processes (sub_project_id, id)
);

-- What a person has chosen; what is not there is as it is for everybody.
create table notification_preferences (
  user_id uuid primary key,
  preferences jsonb not null
);

-- Up to where the event log of a sub-project has become notifications.
create table notification_positions (
  sub_project_id uuid primary key,
  position bigint not null
) with (fillfactor = 50);

-- Tasks with a due date, until somebody was told that it has passed.
create table notification_dues (
  sub_project_id uuid not null,
  task_id uuid not null,
  due_ts timestamp(3) with time zone not null,
  primary key (sub_project_id, task_id)
);
create index notification_dues_next on notification_dues (due_ts);

-- Nobody is told of what happened before.
insert into notification_positions (sub_project_id, position) select sub_project_id, last_position from event_positions;
