-- What a person wrote with the decision about a task; null: nothing.
alter table tasks add column comment text;
