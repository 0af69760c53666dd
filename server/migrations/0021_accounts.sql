-- Accounts on assets. Secrets are sealed by the application, never readable here.

create table accounts (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null,
  asset_id uuid not null,
  name text not null check (length(name) between 1 and 128),
  username text not null check (length(username) <= 128),
  secret_type text not null default 'password'
    check (secret_type in ('password', 'ssh_key', 'access_key', 'token', 'api_key')),
  secret_sealed text,
  -- Fingerprint of the public half of a private key, '' otherwise.
  key_fingerprint text not null default '',
  privileged boolean not null default false,
  is_active boolean not null default true,
  su_from_id uuid references accounts (id) on delete set null,
  -- Counts the secrets this account has had.
  version integer not null default 1,
  source text not null default 'local' check (source in ('local', 'collected', 'template')),
  source_id text check (length(source_id) <= 128),
  connectivity text not null default '-' check (connectivity in ('-', 'ok', 'err')),
  date_verified timestamptz,
  comment text not null default '',
  created_by text,
  updated_by text,
  date_created timestamptz not null default now(),
  date_updated timestamptz not null default now(),
  constraint accounts_name_key unique (asset_id, name),
  constraint accounts_username_key unique (asset_id, username, secret_type),
  constraint accounts_asset foreign key (asset_id, org_id) references assets (id, org_id) on delete cascade
);
create index accounts_org_name on accounts (org_id, name, id);
create index accounts_org_updated on accounts (org_id, date_updated desc nulls last, id);
create index accounts_su_from on accounts (su_from_id) where su_from_id is not null;
create index accounts_source on accounts (source_id) where source_id is not null;
create index accounts_username_trgm on accounts using gin (username gin_trgm_ops);
create index accounts_name_trgm on accounts using gin (name gin_trgm_ops);
select track_row_counts('accounts');

-- Every secret an account has had, newest included.
create table account_histories (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  secret_type text not null,
  secret_sealed text,
  version integer not null,
  history_date timestamptz not null default now(),
  history_user uuid,
  constraint account_histories_version_key unique (account_id, version)
);
