-- A file that no process has is seen by its uploader alone, and an attached file through the fields that a reader sees.

-- The user who began the upload; null for the system, and for files of servers of the version before, where the audit log
-- names the user. No foreign key: users are rows of the installation.
alter table files add column uploaded_by uuid;

-- Whether a process has it. Files of before count as attached until the next migration has found those that are not.
alter table files add column attached boolean not null default true;
alter table files alter column attached set default false;

-- Attached with the upload rather than through a field. The rows of before are null until the next migration has found
-- those of fields; null then means the upload.
alter table file_processes add column direct boolean;

-- The fields of format file through which the file was attached. What attached it stays when a field gets another value.
alter table file_processes add column fields text[] not null default '{}';

-- Servers of the version before do not say how they attach. They give what the upload attaches exactly the time of the file.
create function tell_direct_attachment() returns trigger language plpgsql set search_path from current as $$
begin
  new.direct := exists (
    select from files f where f.sub_project_id = new.sub_project_id and f.id = new.file_id and f.created_ts = new.attached_ts);
  return new;
end
$$;
create trigger file_processes_direct before insert on file_processes
  for each row when (new.direct is null) execute function tell_direct_attachment();

-- A list then needs no look at the attachments of each file.
create function note_file_attached() returns trigger language plpgsql set search_path from current as $$
begin
  update files set attached = true where sub_project_id = new.sub_project_id and id = new.file_id and not attached;
  return null;
end
$$;
create trigger file_processes_attached after insert on file_processes
  for each row execute function note_file_attached();
