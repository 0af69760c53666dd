-- Until when whoever waits at a terminal is known to wait; null: nobody waits there.
alter table tickets add column waiting_until timestamptz;
create index tickets_waiting on tickets (waiting_until) where status = 'open' and waiting_until is not null;
