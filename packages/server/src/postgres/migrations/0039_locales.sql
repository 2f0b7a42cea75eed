-- The language that a person has chosen, as BCP 47 writes it; null: that of the browser.
alter table users add column locale text;
