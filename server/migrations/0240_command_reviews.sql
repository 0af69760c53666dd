-- A command that waits for people goes with its session, however that ends: nothing is left that could run it.
create index tickets_session on tickets (apply_from_session_id) where status = 'open';

create function close_tickets_of_session() returns trigger language plpgsql as $$
begin
  perform close_lost_tickets(array(
    select t.id from tickets t
    where t.apply_from_session_id = new.id and t.type = 'command_confirm' and t.status = 'open'
  ), 'session');
  return null;
end $$;

create trigger close_tickets after update of is_finished on sessions
  for each row when (new.is_finished and not old.is_finished) execute function close_tickets_of_session();
