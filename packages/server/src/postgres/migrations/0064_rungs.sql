-- rung: what a clock has done once (D183): a task handed on or rejected, a message, a start of a workflow.
alter table jobs
  drop constraint jobs_kind_check,
  add constraint jobs_kind_check check (kind in ('job', 'update', 'timer', 'continue', 'conditions', 'signal', 'message',
    'schedule', 'start', 'decision', 'rung', 'bulk-update', 'bulk-execute', 'bulk-repair', 'storage-reconciliation',
    'field-index', 'file-scan', 'mail', 'push')) not valid;
