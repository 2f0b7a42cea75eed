-- How many bulk updates of a user run is counted before another one begins.
create index bulk_operations_running on bulk_operations (sub_project_id, user_id) where state = 'RUNNING';
