-- How many bytes the files of each sub-project take, for quotas and metrics.
--
-- A row of storage_usage is changed in the transaction that changes a file, so it is exact, and two uploads of a
-- sub-project that begin at the same time are counted one after the other.

create table storage_usage (
  sub_project_id uuid primary key,
  -- Of closed files, deleted ones included until they are purged.
  stored_bytes bigint not null,
  -- Of open uploads: the size that was announced, or the largest that their form allows.
  open_bytes bigint not null
) with (fillfactor = 50);

-- For each row, without transition tables: a distributed table has none (docs/adr/0007-tenant-first-schema.md).
create function count_storage_usage() returns trigger language plpgsql set search_path from current as $$
declare
  stored bigint := 0;
  announced bigint := 0;
  sub_project uuid;
begin
  if tg_op <> 'DELETE' then
    sub_project := new.sub_project_id;
    if new.closed_ts is null then announced := new.maximum_size; else stored := new.size; end if;
  end if;
  if tg_op <> 'INSERT' then
    sub_project := old.sub_project_id;
    if old.closed_ts is null then announced := announced - old.maximum_size; else stored := stored - old.size; end if;
  end if;
  insert into storage_usage as u (sub_project_id, stored_bytes, open_bytes) values (sub_project, stored, announced)
  on conflict (sub_project_id) do update
    set stored_bytes = u.stored_bytes + excluded.stored_bytes, open_bytes = u.open_bytes + excluded.open_bytes;
  return null;
end
$$;

-- From here on writes to files wait until the counts are right: about 0.3 s for a million files.
create trigger files_counted after insert or delete on files for each row execute function count_storage_usage();
create trigger files_recounted after update on files for each row
  when ((old.closed_ts, old.size, old.maximum_size) is distinct from (new.closed_ts, new.size, new.maximum_size))
  execute function count_storage_usage();

insert into storage_usage (sub_project_id, stored_bytes, open_bytes)
select sub_project_id, coalesce(sum(size), 0), coalesce(sum(maximum_size) filter (where closed_ts is null), 0)
from files group by sub_project_id;
