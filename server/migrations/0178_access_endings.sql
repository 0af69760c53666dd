-- Running sessions look at once also when a user, an asset or an account is deactivated or removed, an asset offers
-- another protocol or leaves a node, or a role is taken away (see 0130).
create trigger permission_changed after update of is_active, date_expired on users
  for each row when (
    old.is_active is distinct from new.is_active or old.date_expired is distinct from new.date_expired
  ) execute function tell_permission_change();
create trigger permission_changed_by_removal after delete on users
  for each statement execute function tell_permission_change();

create trigger permission_changed after update of is_active, protocols on assets
  for each row when (
    old.is_active is distinct from new.is_active or old.protocols is distinct from new.protocols
  ) execute function tell_permission_change();
create trigger permission_changed_by_removal after delete on assets
  for each statement execute function tell_permission_change();
create trigger permission_changed after delete on asset_nodes
  for each statement execute function tell_permission_change();

create trigger permission_changed after update of is_active on accounts
  for each row when (old.is_active is distinct from new.is_active) execute function tell_permission_change();
create trigger permission_changed_by_removal after delete on accounts
  for each statement execute function tell_permission_change();

create trigger permission_changed after delete on role_bindings
  for each statement execute function tell_permission_change();
