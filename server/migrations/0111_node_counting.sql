-- What lies above a node is joined by equality: however little is known of the table yet (many nodes were just made
-- in the same transaction), the planner then builds a hash of it once, instead of reading it for each link.
create or replace function count_linked_assets() returns trigger language plpgsql as $$
begin
  perform lock_node_trees(array(select distinct n.org_id from changed c join nodes n on n.id = c.node_id), false);
  insert into node_subtree_assets as s (org_id, node_id, asset_id, links)
  select above.org_id, above.id, c.asset_id, count(*)
  from changed c
  join nodes own on own.id = c.node_id
  cross join lateral unnest(node_lineage(own.key)) as line (key)
  join nodes above on above.key = line.key
  group by above.org_id, above.id, c.asset_id
  order by c.asset_id, above.id
  on conflict (node_id, asset_id) do update set links = s.links + excluded.links;
  return null;
end $$;

create or replace function count_unlinked_assets() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from changed) then
    return null;
  end if;
  perform lock_node_trees(array(select distinct n.org_id from changed c join nodes n on n.id = c.node_id), false);
  -- Another transaction may be adding to the same rows: wait for it, so that the next statement sees its sum.
  perform 1 from node_subtree_assets where asset_id = any (array(select asset_id from changed))
  order by asset_id, node_id for update;
  with gone as (
    select above.id as node_id, c.asset_id, count(*) as links
    from changed c
    join nodes own on own.id = c.node_id
    cross join lateral unnest(node_lineage(own.key)) as line (key)
    join nodes above on above.key = line.key
    group by above.id, c.asset_id
  ), emptied as (
    delete from node_subtree_assets s using gone g
    where s.node_id = g.node_id and s.asset_id = g.asset_id and s.links <= g.links
  )
  update node_subtree_assets s set links = s.links - g.links from gone g
  where s.node_id = g.node_id and s.asset_id = g.asset_id and s.links > g.links;
  return null;
end $$;
