-- Tells running sessions that what they rest on may have changed, so that they look at once instead of within half a
-- minute. One message a transaction: equal ones are sent once.
create function tell_permission_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('permissions.changed', 'null');
  return null;
end $$;

create trigger permission_changed after update or delete on asset_permissions
  for each statement execute function tell_permission_change();
create trigger permission_changed after delete on asset_permission_users
  for each statement execute function tell_permission_change();
create trigger permission_changed after delete on asset_permission_user_groups
  for each statement execute function tell_permission_change();
create trigger permission_changed after delete on asset_permission_assets
  for each statement execute function tell_permission_change();
create trigger permission_changed after delete on asset_permission_nodes
  for each statement execute function tell_permission_change();
create trigger permission_changed after delete on user_group_members
  for each statement execute function tell_permission_change();
