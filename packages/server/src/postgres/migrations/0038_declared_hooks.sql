-- The key under which a configuration document declares a hook; null: made by a request.
alter table inbound_hooks add column declared_as text;
create unique index inbound_hooks_declared on inbound_hooks (sub_project_id, declared_as) where declared_as is not null;
