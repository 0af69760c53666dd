-- What tells somebody's grants now from those of before. Every statement that changes what people are granted
-- ('grants': permissions, whom and what they name, members of groups, roles held), or where in the tree assets lie
-- ('places'), leaves a row that others see when it commits. The sum of the marks tells one state of the visible rows
-- from any other, in whatever order they were committed; nobody waits for anybody. The worker folds rows into one of
-- the same sum, so that a state never looks like an earlier one.
drop trigger granted_tree_changed on nodes;
drop trigger granted_tree_changed on asset_nodes;
drop trigger granted_tree_changed on asset_permission_nodes;
drop trigger granted_tree_changed on asset_permission_assets;
drop function mark_granted_tree_change;
drop table granted_tree_changes;

create table grant_changes (
  id bigint generated always as identity primary key,
  about text not null check (about in ('grants', 'places')),
  mark bigint not null default floor(random() * 4611686018427387904)::bigint
);

create function mark_grant_change() returns trigger language plpgsql as $$
begin
  insert into grant_changes (about) values (tg_argv[0]);
  return null;
end $$;

create trigger grant_changed after insert or update or delete or truncate on asset_permissions
  for each statement execute function mark_grant_change('grants');
create trigger grant_changed after insert or update or delete or truncate on asset_permission_users
  for each statement execute function mark_grant_change('grants');
create trigger grant_changed after insert or update or delete or truncate on asset_permission_user_groups
  for each statement execute function mark_grant_change('grants');
create trigger grant_changed after insert or update or delete or truncate on asset_permission_assets
  for each statement execute function mark_grant_change('grants');
create trigger grant_changed after insert or update or delete or truncate on asset_permission_nodes
  for each statement execute function mark_grant_change('grants');
create trigger grant_changed after insert or update or delete or truncate on user_group_members
  for each statement execute function mark_grant_change('grants');
create trigger grant_changed after insert or update or delete or truncate on role_bindings
  for each statement execute function mark_grant_change('grants');
create trigger grant_changed after insert or update or delete or truncate on nodes
  for each statement execute function mark_grant_change('places');
create trigger grant_changed after insert or update or delete or truncate on asset_nodes
  for each statement execute function mark_grant_change('places');
