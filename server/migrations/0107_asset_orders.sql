-- People sort assets by connectivity and by platform as well, in both directions.
create index assets_org_connectivity on assets (org_id, connectivity, id);
create index assets_org_connectivity_down on assets (org_id, connectivity desc nulls last, id);
create index assets_org_platform on assets (org_id, platform_id, id);
create index assets_org_platform_down on assets (org_id, platform_id desc nulls last, id);
-- Counting the active ones, which are most, reads nothing but this.
create index assets_org_active_name on assets (org_id, is_active, name, id);
