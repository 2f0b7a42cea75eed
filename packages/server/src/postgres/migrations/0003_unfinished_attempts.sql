-- Attempts at a job in a row that ended together with the process of the server: a lease that ran out without a report
-- is the first, further attempts are counted before they begin. A report of any kind sets it back to 0.
alter table jobs add column unfinished integer not null default 0;
