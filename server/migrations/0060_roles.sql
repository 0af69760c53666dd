-- Counting the holders of a role, everywhere or in one organization, reads this index only.
create index role_bindings_role_org on role_bindings (role_id, org_id, user_id);
drop index role_bindings_role;

-- HTTP dates have whole seconds. Changes of one role are at least one apart, so that `If-Unmodified-Since` tells any
-- two of them from each other.
create function keep_role_seconds_apart() returns trigger language plpgsql as $$
begin
  new.date_updated := greatest(new.date_updated, date_trunc('second', old.date_updated) + interval '1 second');
  return new;
end
$$;
create trigger seconds_apart before update on roles
  for each row execute function keep_role_seconds_apart();
