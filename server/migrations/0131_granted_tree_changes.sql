-- What the trees of granted nodes are made of has changed: a row for every statement that did it, seen by others when
-- it commits. The sum of the marks tells one state of the visible rows from any other, in whatever order they were
-- committed or removed; nobody waits for anybody. The worker removes old rows.
create table granted_tree_changes (
  id bigint generated always as identity primary key,
  mark bigint not null default floor(random() * 4e18)::bigint,
  date_created timestamptz not null default now()
);

create function mark_granted_tree_change() returns trigger language plpgsql as $$
begin
  insert into granted_tree_changes default values;
  return null;
end $$;

create trigger granted_tree_changed after insert or update or delete on nodes
  for each statement execute function mark_granted_tree_change();
create trigger granted_tree_changed after insert or update or delete on asset_nodes
  for each statement execute function mark_granted_tree_change();
create trigger granted_tree_changed after insert or update or delete on asset_permission_nodes
  for each statement execute function mark_granted_tree_change();
create trigger granted_tree_changed after insert or update or delete on asset_permission_assets
  for each statement execute function mark_granted_tree_change();
