-- Lists filter and sort by clocks: the time when a clock is due is there while it is still to come.
update clocks set due_ts = null where clock ->> 'endedTs' is not null and due_ts is not null;
create index clocks_state on clocks (sub_project_id, key, state, process_id);
