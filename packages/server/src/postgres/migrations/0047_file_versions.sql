-- A newer version of a file of a process is a file of its own, attached to the same process.
--
-- series: id of the first version; null while the attachment has no other version. version: counts from 1 within the series
-- of the process. The newest that is not deleted is the current one.
alter table file_processes add column series uuid;
alter table file_processes add column version integer;
alter table file_processes
  add constraint file_processes_version check ((series is null) = (version is null)) not valid;

create unique index file_processes_series on file_processes (sub_project_id, process_id, series, version)
  where series is not null;
