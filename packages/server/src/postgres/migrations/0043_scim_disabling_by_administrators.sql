-- 0041 counted everybody as disabled by the provider whom the provider calls inactive too. Whom an administrator disabled, says the
-- newest row of the audit log that disabled them. Where retention has forgotten that row, the person stays with the provider.
update scim_users s set disabled_by_scim = false
from (
  select distinct on (a.subject_id) a.subject_id, a.after ->> 'source' as source
  from audit_log a
  join scim_users d on d.user_id::text = a.subject_id and d.disabled_by_scim
  where a.sub_project_id = '00000000-0000-0000-0000-000000000000' and a.subject_type = 'user'
    and a.after ->> 'disabled' = 'true'
  order by a.subject_id, a.created_ts desc, a.id desc
) disabling
where s.user_id::text = disabling.subject_id and disabling.source is distinct from 'scim';
