-- Asset permissions: which users reach which assets, with which accounts, to do what, from when until when.

create table asset_permissions (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  name text not null check (length(name) between 1 and 128),
  -- Account usernames and the special aliases (@ALL, @INPUT, @USER, @ANON, @SPEC).
  accounts jsonb not null default '[]' check (jsonb_typeof(accounts) = 'array'),
  -- Bits: 1 connect, 2 upload, 4 download, 8 copy, 16 paste, 32 delete.
  actions integer not null default 63 check (actions between 0 and 63),
  is_active boolean not null default true,
  from_ticket boolean not null default false,
  date_start timestamptz not null default now(),
  date_expired timestamptz not null default now() + interval '70 years',
  comment text not null default '',
  created_by text,
  updated_by text,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint asset_permissions_name_key unique (org_id, name)
);
create index asset_permissions_accounts on asset_permissions using gin (accounts jsonb_path_ops);
create index asset_permissions_name_trgm on asset_permissions using gin (name gin_trgm_ops);
create index asset_permissions_expired on asset_permissions (date_expired);
select track_row_counts('asset_permissions');

-- The id of a link is what the relation endpoints show; (object, permission) serves the walk from a user or an
-- asset to its permissions.
create table asset_permission_users (
  id integer generated always as identity unique,
  permission_id uuid not null references asset_permissions (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (permission_id, user_id)
);
create index asset_permission_users_user on asset_permission_users (user_id, permission_id);

create table asset_permission_user_groups (
  id integer generated always as identity unique,
  permission_id uuid not null references asset_permissions (id) on delete cascade,
  group_id uuid not null references user_groups (id) on delete cascade,
  primary key (permission_id, group_id)
);
create index asset_permission_user_groups_group on asset_permission_user_groups (group_id, permission_id);

create table asset_permission_assets (
  id integer generated always as identity unique,
  permission_id uuid not null references asset_permissions (id) on delete cascade,
  asset_id uuid not null references assets (id) on delete cascade,
  primary key (permission_id, asset_id)
);
create index asset_permission_assets_asset on asset_permission_assets (asset_id, permission_id);

create table asset_permission_nodes (
  id integer generated always as identity unique,
  permission_id uuid not null references asset_permissions (id) on delete cascade,
  node_id uuid not null references nodes (id) on delete cascade,
  primary key (permission_id, node_id)
);
create index asset_permission_nodes_node on asset_permission_nodes (node_id, permission_id);

create table favorite_assets (
  user_id uuid not null references users (id) on delete cascade,
  asset_id uuid not null references assets (id) on delete cascade,
  date_created timestamptz not null default now(),
  primary key (user_id, asset_id)
);
create index favorite_assets_asset on favorite_assets (asset_id);
