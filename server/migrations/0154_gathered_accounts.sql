-- Accounts that were found on assets, whether or not they are kept here too.
create table gathered_accounts (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  asset_id uuid not null,
  username text not null check (length(username) between 1 and 128),
  -- False: a later look did not find it any more.
  present boolean not null default true,
  date_last_login timestamptz,
  address_last_login text not null default '' check (length(address_last_login) <= 39),
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint gathered_accounts_username_key unique (asset_id, username),
  constraint gathered_accounts_asset foreign key (asset_id, org_id) references assets (id, org_id) on delete cascade
);
create index gathered_accounts_org on gathered_accounts (org_id, asset_id, username);
