-- A start event may have several event definitions; each of them starts the workflow. `part` is the position of the definition.
alter table start_subscriptions add column part smallint not null default 0;
alter table start_subscriptions drop constraint start_subscriptions_pkey;
alter table start_subscriptions add primary key (sub_project_id, definition_id, element_id, part);
