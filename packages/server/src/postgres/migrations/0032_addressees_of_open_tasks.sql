-- The open tasks of before. A migration of its own: the triggers of the one before are in force, so that tasks which are
-- stored meanwhile are addressed. Its rows are locked so that none of them changes while it is addressed; nobody who reads
-- tasks waits.
select address_task(t) from (select * from tasks where state = 'OPEN' for update) t;
