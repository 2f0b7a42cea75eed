-- A bulk operation also repairs runs: it tries incidents again or cancels runs, one after another.
--
-- repair: {"action": text, "retries": integer, "variables": object, "canary": object, "perMinute": integer}; null for
-- another kind.
-- outcomes, of a repair: as before, and the number of runs whose work has not ended yet as {"WAITING": 12}.
alter table bulk_operations add column repair jsonb;

-- What a repair has still to do: the runs that it has not asked, and those whose outcome is not known yet. A row is deleted as
-- soon as its outcome is counted in bulk_operations, in the same transaction.
create table bulk_repair_items (
  sub_project_id uuid not null,
  bulk_id uuid not null,
  -- The order in which they are asked.
  position integer not null,
  run_id uuid not null,
  -- Of a retry.
  incident_id uuid,
  -- Null until it is asked. Then the element instance whose work goes on, by the engine's number.
  instance_key integer,
  -- Null until it is asked. Then the job that the instance waits for, by the engine's number; 0: for none of its own.
  job_key integer,
  constraint bulk_repair_items_pkey primary key (sub_project_id, bulk_id, position),
  constraint bulk_repair_items_bulk_fkey foreign key (sub_project_id, bulk_id)
    references bulk_operations (sub_project_id, id) on delete cascade deferrable initially deferred
);
create index bulk_repair_items_waiting on bulk_repair_items (sub_project_id, bulk_id, position)
  where job_key is not null;
create index bulk_repair_items_open on bulk_repair_items (sub_project_id, bulk_id, position) where job_key is null;

-- Kind of job bulk-repair: runs are repaired, batch by batch.
alter table jobs
  drop constraint jobs_kind_check,
  add constraint jobs_kind_check check (kind in ('job', 'update', 'timer', 'continue', 'conditions', 'signal', 'message',
    'schedule', 'start', 'decision', 'bulk-update', 'bulk-execute', 'bulk-repair', 'storage-reconciliation', 'field-index',
    'file-scan', 'mail')) not valid;
