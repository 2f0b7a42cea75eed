-- Who disabled a person: what an administrator disabled, an identity provider does not enable.
alter table scim_users add column disabled_by_scim boolean not null default false;

update scim_users s set disabled_by_scim = true
from users u
where u.id = s.user_id and u.disabled and (s.deleted or s.resource ->> 'active' = 'false');
