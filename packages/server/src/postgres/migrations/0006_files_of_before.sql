-- What the migration before asks of the files that there are already. A migration of its own, so that no lock of the new
-- columns is held while it runs: it locks rows of files that no process has, and attachments, which no request changes.

update files f set attached = false
where not exists (select from file_processes a where a.sub_project_id = f.sub_project_id and a.file_id = f.id);

-- Through which fields files were attached, as the audit rows of those moments say. What no audit row explains is shown to
-- readers of every field.
update file_processes a set direct = false, fields = array(
  select distinct field.key
  from audit_log l cross join jsonb_each(
    case when jsonb_typeof(l.after -> 'fields') = 'object' then l.after -> 'fields' end) as field
  where l.sub_project_id = a.sub_project_id and l.process_id = a.process_id and l.subject_type = 'process'
    and l.created_ts between a.attached_ts - interval '1 minute' and a.attached_ts + interval '1 minute'
    and field.value = to_jsonb(a.file_id::text))
from files f
where f.sub_project_id = a.sub_project_id and f.id = a.file_id and f.created_ts <> a.attached_ts;
