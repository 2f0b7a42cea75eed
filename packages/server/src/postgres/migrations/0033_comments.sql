-- Comments on processes.
create table comments (
  sub_project_id uuid not null,
  id uuid not null,
  process_id uuid not null,
  -- What of the process the comment is about, if anything.
  task_id uuid,
  run_id uuid,
  -- The comment that this one replies to.
  parent_id uuid,
  author_id uuid not null,
  -- Null: deleted.
  body text,
  -- Users that the text mentions, and files of the comment.
  mentions uuid[] not null default '{}',
  file_ids uuid[] not null default '{}',
  created_ts timestamptz(3) not null,
  -- When the text that is there was written, if not with the comment.
  edited_ts timestamptz(3),
  deleted_ts timestamptz(3),
  version integer not null default 1,
  primary key (sub_project_id, id),
  foreign key (sub_project_id, process_id) references processes (sub_project_id, id),
  check ((body is null) = (deleted_ts is not null))
);
create index comments_by_process on comments (sub_project_id, process_id, created_ts desc, id desc);

-- Earlier texts of comments.
create table comment_versions (
  sub_project_id uuid not null,
  comment_id uuid not null,
  number integer not null,
  body text not null,
  written_ts timestamptz(3) not null,
  primary key (sub_project_id, comment_id, number),
  foreign key (sub_project_id, comment_id) references comments (sub_project_id, id) on delete cascade
);
