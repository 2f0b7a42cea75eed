-- Files that a scanner has to pass before they can be downloaded.

alter table files
  -- Null: not scanned. 'pending', 'infected' and 'failed' (the scanner gave no verdict) keep the file in quarantine.
  add column scan_state text,
  -- What the scanner found, or why there is no verdict.
  add column scan_detail text,
  -- Rounds of attempts that ended without a verdict.
  add column scan_rounds integer not null default 0,
  add constraint files_scan_state check (scan_state in ('pending', 'clean', 'infected', 'failed')) not valid;

-- Kind of job file-scan: one file, sent to the scanner of its sub-project.
alter table jobs
  drop constraint jobs_kind_check,
  add constraint jobs_kind_check check (kind in ('job', 'update', 'timer', 'continue', 'conditions', 'signal', 'message',
    'schedule', 'start', 'bulk-update', 'storage-reconciliation', 'field-index', 'file-scan')) not valid;
