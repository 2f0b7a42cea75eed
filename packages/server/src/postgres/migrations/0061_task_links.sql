-- Links of e-mails to one task for one person (D178). Opening one changes nothing; what a person may do there is judged when it is done.
--
-- secret_hash: SHA-256 of the secret in base64url; the secret is in the e-mail and nowhere else.
-- presses: forms that were sent with it in the hour that began at hour_ts.
create table task_links (
  sub_project_id uuid not null,
  secret_hash text not null,
  task_id uuid not null,
  user_id uuid not null,
  created_ts timestamp(3) with time zone not null,
  expires_ts timestamp(3) with time zone not null,
  hour_ts timestamp(3) with time zone,
  presses integer not null default 0,
  primary key (sub_project_id, secret_hash),
  foreign key (sub_project_id, task_id) references tasks (sub_project_id, id)
);
create index task_links_of_persons on task_links (sub_project_id, task_id, user_id, created_ts);
create index task_links_by_end on task_links (expires_ts);
