-- Assets that were just made and are yet to be looked at by themselves: rows gather for some seconds, so that many
-- assets made at once are looked at by one execution.
create table new_assets (
  asset_id uuid primary key references assets (id) on delete cascade,
  org_id uuid not null references organizations (id) on delete cascade
);
create index new_assets_organization on new_assets (org_id);
