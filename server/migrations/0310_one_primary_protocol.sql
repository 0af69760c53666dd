-- A platform has one primary protocol. Rows written before the API said so keep the first; a platform without one gets
-- its first. Checked when a transaction ends, because making another one primary passes through two or none.
update platform_protocols p set is_primary = p.id = one.id
from (
  select distinct on (platform_id) platform_id, id from platform_protocols order by platform_id, is_primary desc, id
) one
where one.platform_id = p.platform_id and p.is_primary <> (p.id = one.id);
alter table platform_protocols add constraint platform_protocols_one_primary
  exclude using btree (platform_id with =) where (is_primary) deferrable initially deferred;
