-- What is the same in the messages of incidents of one cause: the message without ids, numbers and times. Null: of a
-- server of the previous version; such incidents are grouped by the message itself.
alter table incidents add column pattern text;

-- Small tables get these indexes here. Servers build them concurrently on big tables, see ../migration/list-indexes.ts,
-- which has the same definitions.
do $$
begin
  if (select count(*) from (select from runs limit 20001) few) <= 20000 then
    create index runs_by_status on runs (sub_project_id, status, created_ts desc, id desc);
    create index runs_by_definition on runs (sub_project_id, definition_id, created_ts desc, id desc);
    create index runs_by_end on runs (sub_project_id, ended_ts) where ended_ts is not null;
  end if;
  if (select count(*) from (select from incidents limit 20001) few) <= 20000 then
    create index incidents_newest on incidents (sub_project_id, created_ts desc, id desc);
    create index incidents_open_newest on incidents (sub_project_id, created_ts desc, id desc) where resolved_ts is null;
  end if;
end
$$;
