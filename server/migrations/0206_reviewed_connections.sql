-- A connection token somebody has to consent to first belongs to a ticket, and holds once it is approved. Rules ask
-- where it was asked from, also when a component uses it in the person's place.
alter table connection_tokens add column from_ticket uuid;
alter table connection_tokens add column remote_addr text not null default '';
create index connection_tokens_ticket on connection_tokens (from_ticket) where from_ticket is not null;
