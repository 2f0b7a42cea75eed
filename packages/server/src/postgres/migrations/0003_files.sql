-- Files: one row per object that was or will be uploaded. An upload is open until closed_ts is set.
--
-- What expired (an upload never closed) or whose time as a deleted file is over is first marked `purging` in its own
-- transaction, then its object is removed, then the row: a marked file names nothing any more, and a crash between the
-- steps leaves a mark that the next round finds.
--
-- A signed form can be sent for 15 minutes, even after its upload was closed. So closing copies the object to a key that no
-- form writes and that the row names from then on; what else is left or appears beside it goes when the file is settled,
-- some time after closing. An upload in parts needs no copy: completing it ends the signatures of its parts.
--
-- Lock order: files in the order of their ids, after the process row where both are locked.

create table files (
  id uuid primary key,
  sub_project_id uuid not null references sub_projects,
  stage_key text,
  file_name text not null,
  mime_type text not null,
  plugin text not null,
  -- Whole key in the plugin's bucket, prefix included, so that a changed prefix does not lose what is stored. Of an open
  -- upload the key it goes to, of a closed one where the object is.
  object_key text not null,
  -- Largest upload in bytes that the signed form allowed; of an upload in parts its exact size.
  maximum_size bigint not null,
  -- Bytes of each part but the last; null for an upload by form.
  part_size bigint,
  -- Of the multipart upload at the store, from the first signed part on.
  upload_id text,
  -- Hex SHA-256: asked for at creation, or reported by the store at close.
  sha256 text,
  size bigint,
  etag text,
  created_ts timestamptz(3) not null,
  closed_ts timestamptz(3),
  deleted_ts timestamptz(3),
  purging boolean not null default false,
  -- The object is all there is of this file at the store.
  settled boolean not null default false,
  check (upload_id is null or part_size is not null),
  check (closed_ts is not null or not settled),
  check ((closed_ts is null) = (size is null)),
  check (deleted_ts is null or closed_ts is not null)
);
create index files_newest on files (sub_project_id, created_ts desc, id desc);
create index files_by_name on files (sub_project_id, file_name);
create index files_by_stage on files (sub_project_id, stage_key, created_ts desc, id desc) where stage_key is not null;
-- The order of a bucket's listing, for reconcile.
create index files_in_key_order on files (plugin, sub_project_id, id);
create index files_open on files (created_ts) where closed_ts is null and not purging;
create index files_unsettled on files (closed_ts) where closed_ts is not null and not settled and not purging;
create index files_deleted on files (deleted_ts) where deleted_ts is not null and not purging;
create index files_purging on files (plugin, id) where purging;

create table file_processes (
  file_id uuid not null references files on delete cascade,
  process_id uuid not null references processes,
  sub_project_id uuid not null,
  attached_ts timestamptz(3) not null,
  primary key (file_id, process_id)
);
create index file_processes_by_process on file_processes (process_id, file_id);

-- Comparisons of stores with files that an administrator asked for. One that is neither finished nor under a lease is
-- waiting for a worker; a worker that dies loses its lease and the comparison starts over.
create table storage_reconciliations (
  id uuid primary key,
  repair boolean not null,
  plugin text,
  sub_project_id uuid,
  requested_by text not null,
  created_ts timestamptz(3) not null,
  started_ts timestamptz(3),
  finished_ts timestamptz(3),
  lease_until timestamptz(3),
  -- Of the worker that holds the lease; a report of another one is refused.
  lease_token uuid,
  attempts integer not null default 0,
  failure text,
  -- Counts so far and, once finished, all there is to say.
  report jsonb
);
create index storage_reconciliations_unfinished on storage_reconciliations (created_ts) where finished_ts is null;
