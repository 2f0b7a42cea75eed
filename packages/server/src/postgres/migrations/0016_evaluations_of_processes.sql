-- Deleting a process removes its evaluations.
create index decision_evaluations_by_process on decision_evaluations (sub_project_id, process_id);
