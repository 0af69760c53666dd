-- Whom a ticket concerns and whom it asks stand in the ticket itself: lists read nothing else.
alter table tickets
  -- The applicant and everybody who is asked on any level: whom the ticket is visible to.
  add column people uuid[] not null default '{}',
  -- Whom the current step asks, or asked when the ticket closed.
  add column asked uuid[] not null default '{}';

update tickets t set
  people = array_remove(array(
    select t.applicant_id union select a.user_id from ticket_assignees a where a.ticket_id = t.id
  ), null),
  asked = array(
    select a.user_id from ticket_assignees a where a.ticket_id = t.id and a.level = t.approval_step
  );

alter table tickets alter column people drop default, alter column asked drop default;
create index tickets_state on tickets (state, date_created desc);
create index tickets_people on tickets using gin (people);
create index tickets_asked on tickets using gin (asked);

drop index ticket_assignees_user;
alter table ticket_assignees drop column is_current;
create index ticket_assignees_user on ticket_assignees (user_id, ticket_id);

-- As before, but for a variable that is called like a column now.
create or replace function close_tickets_of_assets() returns trigger language plpgsql as $$
declare
  touched uuid[];
begin
  with taken as (delete from ticket_assets l using gone g where l.asset_id = g.id returning l.ticket_id)
  select array_agg(distinct ticket_id) into touched from taken;
  perform close_lost_tickets(array(
    select t.id from tickets t join gone g on g.id = t.apply_login_asset_id where t.status = 'open'
    union
    select t.id from tickets t where t.id = any(touched)
      and not exists (select 1 from ticket_assets l where l.ticket_id = t.id)
      and not exists (select 1 from ticket_nodes l where l.ticket_id = t.id)
  ), 'asset');
  return null;
end $$;

create or replace function close_tickets_of_nodes() returns trigger language plpgsql as $$
declare
  touched uuid[];
begin
  with taken as (delete from ticket_nodes l using gone g where l.node_id = g.id returning l.ticket_id)
  select array_agg(distinct ticket_id) into touched from taken;
  perform close_lost_tickets(array(
    select t.id from tickets t where t.id = any(touched)
      and not exists (select 1 from ticket_assets l where l.ticket_id = t.id)
      and not exists (select 1 from ticket_nodes l where l.ticket_id = t.id)
  ), 'asset');
  return null;
end $$;
