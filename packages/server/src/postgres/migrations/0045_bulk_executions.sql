-- A bulk operation updates processes or starts a workflow on them.
--
-- start: {"workflowId": uuid, "stageKey": text, "otherDetails": object}; null for an update.
-- outcomes: number of processes by what became of them, such as {"PAUSED": 12}; processes that refused are not in it.
alter table bulk_operations add column start jsonb;
alter table bulk_operations add column outcomes jsonb not null default '{}';

-- Kind of job bulk-execute: a workflow is started on many processes, batch by batch.
alter table jobs
  drop constraint jobs_kind_check,
  add constraint jobs_kind_check check (kind in ('job', 'update', 'timer', 'continue', 'conditions', 'signal', 'message',
    'schedule', 'start', 'decision', 'bulk-update', 'bulk-execute', 'storage-reconciliation', 'field-index', 'file-scan',
    'mail')) not valid;
